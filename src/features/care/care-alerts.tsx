import { useSelector } from '@xstate/react'
import { type FormEvent, useEffect, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { ActorRefFrom } from 'xstate'
import { excludes } from '#contract/care.ts'
import type { careMachine } from '#machines/care.machine.ts'
import { Alert } from '#src/components/alert.tsx'
import { Button } from '#src/components/button.tsx'
import { NoBreakText } from '#src/components/no-break-text.tsx'
import { Note } from '#src/components/note.tsx'
import { PasswordField } from '#src/components/password-field.tsx'
import { PasswordQuestion } from '#src/components/password-question.tsx'
import { RefusedAlert } from '#src/components/refused-alert.tsx'
import { markEmpty } from '#src/lib/mark-empty.ts'
import { showError } from '#src/lib/show-error.ts'
import css from './care.module.css'

type Props = { actor: ActorRefFrom<typeof careMachine> }

/** The confirmation of a break, and an outcome that is refused or unknown. Source: R576, R577, R583. */
export function CareAlerts({ actor }: Props) {
  const isRefused = useSelector(actor, (s) => s.matches('refused'))
  const hasQuestion = useSelector(actor, (s) => s.hasTag('question'))
  const failure = useSelector(actor, (s) => s.context.failure)
  if (isRefused && failure)
    return <RefusedAlert failure={failure} onClose={() => actor.send({ type: 'break.gotIt' })} />
  return hasQuestion ? <Question actor={actor} /> : null
}

/** The confirmation until the outcome is known. */
function Question({ actor }: Props) {
  const { t } = useTranslation()
  const isUnsure = useSelector(actor, (s) => s.matches('unsure'))
  return (
    <PasswordQuestion
      isUnsure={isUnsure}
      unsure={t('care.unsure')}
      onConfirm={(password) => actor.send({ type: 'break.confirm', password })}
      onCheck={(password) => actor.send({ type: 'break.check', password })}
      onClose={() => actor.send({ type: 'break.gotIt' })}
    >
      {(confirm) => <Confirmation actor={actor} onConfirm={confirm} />}
    </PasswordQuestion>
  )
}

type ConfirmationProps = Props & { onConfirm: (password: string) => void }

/**
 * Asks whether to take the break, and explains what it blocks; a self-exclusion requires the password. Stays open while
 * the break is being started. Source: R576, R583.
 */
function Confirmation({ actor, onConfirm }: ConfirmationProps) {
  const { t } = useTranslation()
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const length = useSelector(actor, (s) => s.context.length)
  const isStarting = useSelector(actor, (s) => s.matches('starting'))
  const isWrong = useSelector(actor, (s) => s.context.isWrong)
  const isExclusion = excludes(length)
  const leave = () => actor.send({ type: 'break.leave' })

  useEffect(() => {
    if (isWrong && form.current) showError(form.current)
  }, [isWrong])

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    markEmpty(event.currentTarget)
    onConfirm(String(new FormData(event.currentTarget).get('password') ?? ''))
  }

  return (
    <Alert
      icon="clock"
      tone="wait"
      title={t(isExclusion ? 'care.excludeFor' : 'care.pauseFor', { length: t(`care.length.${length}`) })}
      text={t('care.fixed')}
      actions={
        <>
          <Button tone="quiet" aria-disabled={isStarting} onClick={leave}>
            {t('action.back')}
          </Button>
          <Button type="submit" form={id} tone="metal" busy={isStarting} busyText={t('care.starting')}>
            {t(isExclusion ? 'care.excludeNow' : 'care.pauseNow')}
          </Button>
        </>
      }
      onClose={leave}
    >
      <form id={id} ref={form} className={css.question} onSubmit={submit} noValidate>
        <Note tone="wait" icon="x-circle">
          <NoBreakText text={t('care.stops')} />
        </Note>
        <Note icon="check-circle">
          <NoBreakText text={t('care.goesOn')} />
        </Note>
        {isExclusion ? (
          <>
            <Note icon="bonus">
              <NoBreakText text={t('care.bonusEnds')} />
            </Note>
            <PasswordField
              required
              readOnly={isStarting}
              onChange={() => actor.send({ type: 'password.type' })}
              label={t('login.password')}
              name="password"
              autoComplete="current-password"
              hint={t('care.passwordHint')}
              error={isWrong ? t('errorMsg.WRONG_PASSWORD') : undefined}
            />
          </>
        ) : null}
      </form>
    </Alert>
  )
}
