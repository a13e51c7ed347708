import { useSelector } from '@xstate/react'
import type { ActorRefFrom } from 'xstate'
import { type devicesMachine, othersIn } from '#machines/devices.machine.ts'
import { Alert } from '#src/components/alert.tsx'
import { Button } from '#src/components/button.tsx'
import { RefusedAlert } from '#src/components/refused-alert.tsx'
import { StepUp } from '#src/components/step-up.tsx'
import { UnsureAlert } from '#src/components/unsure-alert.tsx'
import { deviceName } from '#src/lib/device-name.ts'
import { useTexts } from '#src/lib/i18n.ts'

/**
 * Asks for confirmation before devices are logged out, and reports a refusal or an unknown outcome. Source: R564, R565,
 * R643.
 */
export function DevicesAlerts({ actor }: { actor: ActorRefFrom<typeof devicesMachine> }) {
  const { t } = useTexts()
  const state = useSelector(actor, (s) => s.value)
  const stepUp = useSelector(actor, (s) => s.children.stepUp)
  const target = useSelector(actor, (s) => othersIn(s.context.sessions).find(({ id }) => id === s.context.id))
  const failure = useSelector(actor, (s) => s.context.failure)
  const leave = () => actor.send({ type: 'others.leave' })
  const gotIt = () => actor.send({ type: 'end.gotIt' })
  if (state === 'refused' && failure) return <RefusedAlert failure={failure} onClose={gotIt} />
  if (stepUp)
    return (
      <StepUp
        actor={stepUp}
        icon="lock"
        title={target ? t('devices.confirmOne', { name: deviceName(t, target) }) : t('devices.confirm')}
        text={t(target ? 'devices.confirmOneText' : 'devices.confirmText')}
        hint={t('devices.passwordHint')}
        submit={t('devices.end')}
        busyText={t('devices.ending')}
        unsure={t('devices.unsure')}
      />
    )
  if (state === 'confirming')
    return (
      <Alert
        icon="lock"
        tone="wait"
        title={t('devices.confirm')}
        text={t('devices.confirmText')}
        actions={
          <>
            <Button tone="quiet" onClick={leave}>
              {t('action.cancel')}
            </Button>
            <Button tone="metal" onClick={() => actor.send({ type: 'others.confirm' })}>
              {t('devices.end')}
            </Button>
          </>
        }
        onClose={leave}
      />
    )
  if (state === 'unsure')
    return <UnsureAlert text={t('devices.unsure')} onCheck={() => actor.send({ type: 'end.check' })} onClose={gotIt} />
  return null
}
