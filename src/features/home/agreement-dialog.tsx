import { useSelector } from '@xstate/react'
import { Suspense, useRef } from 'react'
import type { ActorRefFrom } from 'xstate'
import type { homeMachine } from '#machines/home.machine.ts'
import { Button } from '#src/components/button.tsx'
import { Check } from '#src/components/check.tsx'
import { Dialog } from '#src/components/dialog.tsx'
import { OperatorTexts } from '#src/components/operator-texts.tsx'
import { Skeleton } from '#src/components/skeleton.tsx'
import { useTexts } from '#src/lib/i18n.ts'

/**
 * Shows the agreement that the member must accept. It reappears only if the member unticked "remember", or if the text
 * has changed. Source: R87, D-03.
 */
export function AgreementDialog({ actor }: { actor: ActorRefFrom<typeof homeMachine> }) {
  const { t } = useTexts()
  const remember = useRef<HTMLInputElement>(null)
  const agreements = useSelector(actor, (s) => s.context.agreements)
  const accept = () => actor.send({ type: 'agreement.accept', remember: remember.current?.checked ?? false })
  return (
    <Dialog
      title={t('page.agreement')}
      isText
      onClose={accept}
      footer={
        <>
          <Check label={t('agreement.remember')} ref={remember} defaultChecked />
          <Button tone="metal" wide onClick={accept}>
            {t('agreement.accept')}
          </Button>
        </>
      }
    >
      <Suspense fallback={<Skeleton shape="row" />}>
        <OperatorTexts texts={agreements} />
      </Suspense>
    </Dialog>
  )
}
