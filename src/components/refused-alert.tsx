import type { Failure } from '#contract/failure.ts'
import { failureText, withReference } from '#src/lib/failure-text.ts'
import { useTexts } from '#src/lib/i18n.ts'
import { Alert } from './alert.tsx'
import { Button } from './button.tsx'

/** `text` replaces the general text for this kind of failure. */
type Props = { failure: Failure; text?: string | undefined; onClose: () => void }

/** Shows why the server refused a request. Source: R394–R396. */
export function RefusedAlert({ failure, text = '', onClose }: Props) {
  const { t } = useTexts()
  return (
    <Alert
      icon="x-circle"
      tone="bad"
      title={t('failure.title')}
      text={text ? withReference(t, text, failure.reference) : failureText(t, failure)}
      actions={
        <Button tone="metal" wide onClick={onClose}>
          {t('action.gotIt')}
        </Button>
      }
      onClose={onClose}
    />
  )
}
