import { useSelector } from '@xstate/react'
import type { ActorRefFrom } from 'xstate'
import type { changePasswordMachine } from '#machines/change-password.machine.ts'
import { Alert } from '#src/components/alert.tsx'
import { Button } from '#src/components/button.tsx'
import { RefusedAlert } from '#src/components/refused-alert.tsx'
import { ServerMessage } from '#src/components/server-message.tsx'
import { UnsureAlert } from '#src/components/unsure-alert.tsx'
import { formatDate } from '#src/lib/format.ts'
import { useTexts } from '#src/lib/i18n.ts'

type Props = {
  actor: ActorRefFrom<typeof changePasswordMachine>
  /** Checks again whether the password was changed, after an unknown outcome. */
  onCheck: () => void
  /** Closes the dialog while the outcome is still unknown. */
  onClose: () => void
}

/** Reports the outcome of the password change: done, refused and why, or unknown. Source: R410. */
export function PasswordOutcome({ actor, onCheck, onClose }: Props) {
  const { t } = useTexts()
  const state = useSelector(actor, (s) => s.value)
  const failure = useSelector(actor, (s) => s.context.failure)
  const sentAt = useSelector(actor, (s) => s.context.sentAt)
  const endsSessions = useSelector(actor, (s) => s.context.endsSessions)
  const gotIt = () => actor.send({ type: 'password.gotIt' })
  const close = (
    <Button tone="metal" wide onClick={gotIt}>
      {t('action.gotIt')}
    </Button>
  )
  if (state === 'refused' && failure) return <RefusedAlert failure={failure} onClose={gotIt} />
  if (state === 'lost')
    return (
      <Alert
        icon="clock"
        tone="wait"
        title={t('evidence.unknown')}
        text={t('password.lost', { at: formatDate(sentAt ?? 0) })}
        actions={
          <>
            <Button onClick={gotIt}>{t('evidence.seen')}</Button>
            <Button tone="metal" onClick={() => actor.send({ type: 'password.login' })}>
              {t('login.submit')}
            </Button>
          </>
        }
        onClose={onClose}
      />
    )
  if (state === 'unsure')
    return (
      <UnsureAlert text={t('password.unsure')} onCheck={onCheck} onClose={gotIt}>
        <ServerMessage failure={failure} />
      </UnsureAlert>
    )
  if (state === 'saved')
    return (
      <Alert
        icon="check-circle"
        tone="cool"
        title={t('password.saved')}
        text={t(endsSessions ? 'password.othersOut' : 'password.changed')}
        actions={close}
        onClose={gotIt}
      />
    )
  return null
}
