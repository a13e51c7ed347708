import { useSelector } from '@xstate/react'
import type { ActorRefFrom } from 'xstate'
import type { erasureMachine } from '#machines/erasure.machine.ts'
import { RefusedAlert } from '#src/components/refused-alert.tsx'
import { StepUp } from '#src/components/step-up.tsx'
import { UnsureAlert } from '#src/components/unsure-alert.tsx'
import { useTexts } from '#src/lib/i18n.ts'

type Props = { actor: ActorRefFrom<typeof erasureMachine> }

/**
 * Asks for confirmation with the password or a passkey, and reports a refusal or an unknown outcome. Source: R615,
 * R617, R618.
 */
export function ErasureAlerts({ actor }: Props) {
  const { t } = useTexts()
  const state = useSelector(actor, (s) => s.value)
  const stepUp = useSelector(actor, (s) => s.children.stepUp)
  const failure = useSelector(actor, (s) => s.context.failure)
  const gotIt = () => actor.send({ type: 'erasure.gotIt' })
  if (state === 'refused' && failure) return <RefusedAlert failure={failure} onClose={gotIt} />
  if (state === 'cancelUnsure')
    return (
      <UnsureAlert
        text={t('data.erasure.unsure')}
        onCheck={() => actor.send({ type: 'cancel.check' })}
        onClose={gotIt}
      />
    )
  if (!stepUp) return null
  return (
    <StepUp
      actor={stepUp}
      icon="lock"
      title={t('data.erasure.confirm')}
      text={t('data.erasure.later')}
      hint={t('data.erasure.passwordHint')}
      submit={t('data.erasure.ask')}
      busyText={t('data.erasure.sending')}
      unsure={t('data.erasure.unsure')}
    />
  )
}
