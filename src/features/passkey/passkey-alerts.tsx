import { useSelector } from '@xstate/react'
import type { ActorRefFrom } from 'xstate'
import type { passkeyMachine } from '#machines/passkey.machine.ts'
import { Alert } from '#src/components/alert.tsx'
import { Button } from '#src/components/button.tsx'
import { RefusedAlert } from '#src/components/refused-alert.tsx'
import { StepUp } from '#src/components/step-up.tsx'
import { UnsureAlert } from '#src/components/unsure-alert.tsx'
import { useTexts } from '#src/lib/i18n.ts'

type Props = { actor: ActorRefFrom<typeof passkeyMachine> }

/** Asks for the password or a passkey, and reports a refused, declined or unknown outcome. Source: R621–R623. */
export function PasskeyAlerts({ actor }: Props) {
  const { t } = useTexts()
  const state = useSelector(actor, (s) => s.value)
  const adding = useSelector(actor, (s) => s.children.prepare)
  const removing = useSelector(actor, (s) => s.children.remove)
  const failure = useSelector(actor, (s) => s.context.failure)
  const gotIt = () => actor.send({ type: 'passkey.gotIt' })
  const check = () => actor.send({ type: 'passkey.check' })
  if (state === 'refused' && failure) return <RefusedAlert failure={failure} onClose={gotIt} />
  if (state === 'unsure') return <UnsureAlert text={t('passkey.unsure')} onCheck={check} onClose={check} />
  if (state === 'declined')
    return (
      <Alert
        icon="lock"
        tone="wait"
        title={t('passkey.declined')}
        text={t('passkey.declinedText')}
        actions={
          <Button tone="metal" onClick={gotIt}>
            {t('action.gotIt')}
          </Button>
        }
        onClose={gotIt}
      />
    )
  const shared = { icon: 'lock', hint: t('passkey.passwordHint'), unsure: t('passkey.unsure') } as const
  if (removing)
    return (
      <StepUp
        {...shared}
        actor={removing}
        title={t('passkey.confirmRemove')}
        text={t('passkey.removeText')}
        submit={t('passkey.remove')}
        busyText={t('passkey.removing')}
      />
    )
  if (!adding) return null
  return (
    <StepUp
      {...shared}
      actor={adding}
      title={t('passkey.confirmAdd')}
      text={t('passkey.addText')}
      submit={t('passkey.continue')}
      busyText={t('passkey.checking')}
    />
  )
}
