import { useSelector } from '@xstate/react'
import { type FormEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import type { ActorRefFrom } from 'xstate'
import type { stepUpMachine } from '#machines/lib/step-up.ts'
import { useTexts } from '#src/lib/i18n.ts'
import { markEmpty } from '#src/lib/mark-empty.ts'
import { showError } from '#src/lib/show-error.ts'
import { Alert } from './alert.tsx'
import { Button } from './button.tsx'
import { NoBreakText } from './no-break-text.tsx'
import { PasswordField } from './password-field.tsx'
import css from './step-up.module.css'
import { UnsureAlert } from './unsure-alert.tsx'

type Actor<I extends object, O> = ActorRefFrom<ReturnType<typeof stepUpMachine<I, O>>>
type Props<I extends object, O> = {
  actor: Actor<I, O>
  icon: 'lock' | 'clock'
  title: string
  text: string
  /** The text that explains why the password is needed. */
  hint: string
  submit: string
  busyText: string
  /** The text for an unknown outcome, shown if no answer arrives. */
  unsure: string
  /** The effects of the change, shown above the password field. */
  children?: ReactNode
}

/**
 * Asks for the password or a passkey before a change to the account, and stays open until the outcome is known.
 * Remembers the password, because checking again must send the same one. Source: R628, R629.
 */
export function StepUp<I extends object, O>({ unsure, ...question }: Props<I, O>) {
  const { actor } = question
  const isUnsure = useSelector(actor, (s) => s.matches('unsure'))
  const password = useRef('')
  if (isUnsure)
    return (
      <UnsureAlert
        text={unsure}
        onCheck={() => actor.send({ type: 'stepUp.check', password: password.current })}
        onClose={() => actor.send({ type: 'stepUp.gotIt' })}
      />
    )
  return (
    <Question
      {...question}
      onPassword={(typed) => {
        password.current = typed
        actor.send({ type: 'password.submit', password: typed })
      }}
    />
  )
}

type QuestionProps<I extends object, O> = Omit<Props<I, O>, 'unsure'> & { onPassword: (password: string) => void }

function Question<I extends object, O>({ actor, icon, title, text, hint, submit, ...rest }: QuestionProps<I, O>) {
  const { busyText, children, onPassword } = rest
  const { t } = useTexts()
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const isBusy = useSelector(actor, (s) => s.hasTag('busy'))
  const isWrong = useSelector(actor, (s) => s.context.isWrong)
  const leave = () => actor.send({ type: 'stepUp.leave' })

  useEffect(() => {
    if (isWrong && form.current) showError(form.current)
  }, [isWrong])

  function confirm(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const { currentTarget } = event
    if (!markEmpty(currentTarget)) onPassword(String(new FormData(currentTarget).get('password') ?? ''))
  }

  return (
    <Alert
      icon={icon}
      tone="wait"
      title={title}
      text={text}
      actions={
        <>
          <Button tone="quiet" aria-disabled={isBusy} onClick={leave}>
            {t('action.back')}
          </Button>
          <Button type="submit" form={id} tone="metal" busy={isBusy} busyText={busyText}>
            {submit}
          </Button>
        </>
      }
      onClose={leave}
    >
      <form id={id} ref={form} className={css.question} onSubmit={confirm} noValidate>
        {children}
        <PasswordField
          required
          readOnly={isBusy}
          onChange={() => actor.send({ type: 'password.type' })}
          label={t('login.password')}
          name="password"
          autoComplete="current-password"
          hint={hint}
          error={isWrong ? t('errorMsg.WRONG_PASSWORD') : undefined}
        />
        <UsePasskey actor={actor} />
      </form>
    </Alert>
  )
}

/**
 * A button that confirms with a passkey instead of the password. It is shown only in a browser that has used a passkey.
 */
function UsePasskey<I extends object, O>({ actor }: { actor: Actor<I, O> }) {
  const { t } = useTexts()
  const canSign = useSelector(actor, (s) => s.hasTag('passkey'))
  const isDeclined = useSelector(actor, (s) => s.matches({ asking: 'declined' }))
  if (!canSign) return null
  return (
    <>
      {isDeclined ? (
        <p role="alert" className="hint">
          <NoBreakText text={t('stepUp.declined')} />
        </p>
      ) : null}
      <Button size="s" icon="lock" onClick={() => actor.send({ type: 'passkey.use' })}>
        {t('stepUp.passkey')}
      </Button>
    </>
  )
}
