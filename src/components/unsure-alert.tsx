import type { ReactNode } from 'react'
import { useTexts } from '#src/lib/i18n.ts'
import { Alert } from './alert.tsx'
import { Button } from './button.tsx'

type Props = { text: string; onCheck: () => void; onClose: () => void; children?: ReactNode }

/** Informs the player that the outcome of a change is unknown, and offers to check again. */
export function UnsureAlert({ text, onCheck, onClose, children }: Props) {
  const { t } = useTexts()
  return (
    <Alert
      icon="clock"
      tone="wait"
      title={t('evidence.unknown')}
      text={text}
      actions={
        <>
          <Button tone="quiet" onClick={onClose}>
            {t('action.close')}
          </Button>
          <Button tone="metal" onClick={onCheck}>
            {t('action.checkAgain')}
          </Button>
        </>
      }
      onClose={onClose}
    >
      {children}
    </Alert>
  )
}
