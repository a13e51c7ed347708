import { useSelector } from '@xstate/react'
import { type FormEvent, useEffect, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { ActorRefFrom } from 'xstate'
import { type devicesMachine, othersIn } from '#machines/devices.machine.ts'
import { Alert } from '#src/components/alert.tsx'
import { Button } from '#src/components/button.tsx'
import { PasswordField } from '#src/components/password-field.tsx'
import { PasswordQuestion } from '#src/components/password-question.tsx'
import { RefusedAlert } from '#src/components/refused-alert.tsx'
import { markEmpty } from '#src/lib/mark-empty.ts'
import { showError } from '#src/lib/show-error.ts'
import { deviceName } from './device-name.ts'
import css from './devices.module.css'

type Props = { actor: ActorRefFrom<typeof devicesMachine> }

/** The confirmation of logging out, and an outcome that is refused or unknown. Source: R564, R565, R643. */
export function DevicesAlerts({ actor }: Props) {
  const { t } = useTranslation()
  const state = useSelector(actor, (s) => s.value)
  const hasQuestion = useSelector(actor, (s) => s.hasTag('question'))
  const failure = useSelector(actor, (s) => s.context.failure)
  const gotIt = () => actor.send({ type: 'end.gotIt' })
  if (state === 'refused' && failure) return <RefusedAlert failure={failure} onClose={gotIt} />
  if (!hasQuestion) return null
  return (
    <PasswordQuestion
      isUnsure={state === 'unsure'}
      unsure={t('devices.unsure')}
      onConfirm={(password) => actor.send({ type: 'end.confirm', password })}
      onCheck={(password) => actor.send({ type: 'end.check', password })}
      onClose={gotIt}
    >
      {(confirm) => (state === 'confirming' ? <Confirmation actor={actor} onConfirm={confirm} /> : null)}
    </PasswordQuestion>
  )
}

type ConfirmationProps = Props & { onConfirm: (password: string) => void }

/** Asks whether to log out, and for the password if the backend needs it. */
function Confirmation({ actor, onConfirm }: ConfirmationProps) {
  const { t } = useTranslation()
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const target = useSelector(actor, (s) => othersIn(s.context.sessions).find((other) => other.id === s.context.id))
  const asksPassword = useSelector(actor, (s) => s.context.asksPassword)
  const isWrong = useSelector(actor, (s) => s.context.isWrong)
  const leave = () => actor.send({ type: 'end.leave' })

  useEffect(() => {
    if (isWrong && form.current) showError(form.current)
  }, [isWrong])

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const { currentTarget } = event
    if (!markEmpty(currentTarget)) onConfirm(String(new FormData(currentTarget).get('password') ?? ''))
  }

  return (
    <Alert
      icon="lock"
      tone="wait"
      title={target ? t('devices.confirmOne', { name: deviceName(t, target) }) : t('devices.confirm')}
      text={t(target ? 'devices.confirmOneText' : 'devices.confirmText')}
      actions={
        <>
          <Button tone="quiet" onClick={leave}>
            {t('action.cancel')}
          </Button>
          <Button type="submit" form={id} tone="metal">
            {t('devices.end')}
          </Button>
        </>
      }
      onClose={leave}
    >
      <form id={id} ref={form} className={css.question} onSubmit={submit} noValidate>
        {asksPassword ? (
          <PasswordField
            required
            onChange={() => actor.send({ type: 'password.type' })}
            label={t('login.password')}
            name="password"
            autoComplete="current-password"
            hint={t('devices.passwordHint')}
            error={isWrong ? t('errorMsg.WRONG_PASSWORD') : undefined}
          />
        ) : null}
      </form>
    </Alert>
  )
}
