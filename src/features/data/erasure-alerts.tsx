import { useSelector } from '@xstate/react'
import { type FormEvent, useEffect, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { ActorRefFrom } from 'xstate'
import type { erasureMachine } from '#machines/erasure.machine.ts'
import { Alert } from '#src/components/alert.tsx'
import { Button } from '#src/components/button.tsx'
import { PasswordField } from '#src/components/password-field.tsx'
import { PasswordQuestion } from '#src/components/password-question.tsx'
import { RefusedAlert } from '#src/components/refused-alert.tsx'
import { UnsureAlert } from '#src/components/unsure-alert.tsx'
import { markEmpty } from '#src/lib/mark-empty.ts'
import { showError } from '#src/lib/show-error.ts'
import css from './data.module.css'

type Props = { actor: ActorRefFrom<typeof erasureMachine> }

/** The confirmation with the password, and an outcome that is refused or unknown. Source: R615, R617, R618. */
export function ErasureAlerts({ actor }: Props) {
  const { t } = useTranslation()
  const state = useSelector(actor, (s) => s.value)
  const hasQuestion = useSelector(actor, (s) => s.hasTag('question'))
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
  return hasQuestion ? <Question actor={actor} /> : null
}

/** The confirmation until the outcome is known. */
function Question({ actor }: Props) {
  const { t } = useTranslation()
  const isUnsure = useSelector(actor, (s) => s.matches('unsure'))
  return (
    <PasswordQuestion
      isUnsure={isUnsure}
      unsure={t('data.erasure.unsure')}
      onConfirm={(password) => actor.send({ type: 'erasure.confirm', password })}
      onCheck={(password) => actor.send({ type: 'erasure.check', password })}
      onClose={() => actor.send({ type: 'erasure.gotIt' })}
    >
      {(confirm) => <Confirmation actor={actor} onConfirm={confirm} />}
    </PasswordQuestion>
  )
}

type ConfirmationProps = Props & { onConfirm: (password: string) => void }

/** Asks for the password. Stays open while the request is being sent. */
function Confirmation({ actor, onConfirm }: ConfirmationProps) {
  const { t } = useTranslation()
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const isSending = useSelector(actor, (s) => s.matches('asking'))
  const isWrong = useSelector(actor, (s) => s.context.isWrong)
  const leave = () => actor.send({ type: 'erasure.leave' })

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
      title={t('data.erasure.confirm')}
      text={t('data.erasure.later')}
      actions={
        <>
          <Button tone="quiet" aria-disabled={isSending} onClick={leave}>
            {t('action.back')}
          </Button>
          <Button type="submit" form={id} tone="metal" busy={isSending} busyText={t('data.erasure.sending')}>
            {t('data.erasure.ask')}
          </Button>
        </>
      }
      onClose={leave}
    >
      <form id={id} ref={form} className={css.question} onSubmit={submit} noValidate>
        <PasswordField
          required
          readOnly={isSending}
          onChange={() => actor.send({ type: 'password.type' })}
          label={t('login.password')}
          name="password"
          autoComplete="current-password"
          hint={t('data.erasure.passwordHint')}
          error={isWrong ? t('errorMsg.WRONG_PASSWORD') : undefined}
        />
      </form>
    </Alert>
  )
}
