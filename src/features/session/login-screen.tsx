import { Link } from '@tanstack/react-router'
import { useSelector } from '@xstate/react'
import { type FormEvent, useEffect, useRef } from 'react'
import type { ActorRefFrom } from 'xstate'
import { WRONG_LOGIN_CODES } from '#contract/codes.ts'
import { VERSION } from '#contract/limits.ts'
import type { sessionMachine } from '#machines/session.machine.ts'
import { AuthLayout } from '#src/components/auth-layout.tsx'
import { Button } from '#src/components/button.tsx'
import { Check } from '#src/components/check.tsx'
import { Field } from '#src/components/field.tsx'
import { FieldError } from '#src/components/field-error.tsx'
import { NoBreakText } from '#src/components/no-break-text.tsx'
import { PageTitle } from '#src/components/page-title.tsx'
import { PasswordField } from '#src/components/password-field.tsx'
import { PHONE_FORM } from '#src/lib/build.ts'
import { failureText } from '#src/lib/failure-text.ts'
import { useTexts } from '#src/lib/i18n.ts'
import css from './login-screen.module.css'

type Props = {
  actor: ActorRefFrom<typeof sessionMachine>
  /** The phone number of a player who has just registered and now only has to type the password. */
  phone?: string | undefined
}

/**
 * Asks for the phone number and the password, and whether to stay logged in. Typed values stay in the form fields until
 * the player submits them. Source: R30–R36.
 */
export function LoginScreen({ actor, phone }: Props) {
  const { t } = useTexts()
  const isBusy = useSelector(actor, (s) => s.hasTag('busy'))
  const failure = useSelector(actor, (s) => s.context.failure)
  const text = failure ? failureText(t, failure) : undefined
  const isWrong = failure !== null && WRONG_LOGIN_CODES.includes(failure.code)

  const box = useRef<HTMLInputElement>(null)

  // The player may have changed the checkbox before React had loaded. Its value is reported here, because a login with
  // a passkey does not submit the form.
  useEffect(() => {
    if (box.current) actor.send({ type: 'login.remember', remember: box.current.checked })
  }, [actor])

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const empty = event.currentTarget.querySelector<HTMLInputElement>('input:invalid')
    if (empty) return empty.focus()
    const form = new FormData(event.currentTarget)
    actor.send({
      type: 'login.submit',
      username: String(form.get('username')),
      password: String(form.get('password')),
      remember: form.has('remember'),
    })
  }

  return (
    <AuthLayout>
      <PageTitle page="login" />
      {/* POST keeps the password out of the URL if the form is submitted before React has loaded, or without
          JavaScript */}
      <form
        className={css.form}
        method="post"
        onSubmit={submit}
        onInput={() => actor.send({ type: 'login.type' })}
        noValidate
      >
        <header>
          <h1>{t('login.welcome')}</h1>
          <p>
            <NoBreakText text={t('login.lead')} />
          </p>
        </header>
        <Field
          label={t('login.phone')}
          icon="phone"
          kind="number"
          name="username"
          type="tel"
          inputMode="numeric"
          autoComplete="username webauthn"
          placeholder={PHONE_FORM}
          defaultValue={phone}
          required
          aria-invalid={isWrong || undefined}
        />
        <PasswordField
          label={t('login.password')}
          name="password"
          autoComplete="current-password"
          autoFocus={!!phone}
          required
          error={isWrong ? text : undefined}
        />
        {text && !isWrong ? <FieldError text={text} /> : null}
        <div className={css.memory}>
          <Check
            ref={box}
            label={t('login.remember')}
            name="remember"
            defaultChecked
            onChange={({ currentTarget }) => actor.send({ type: 'login.remember', remember: currentTarget.checked })}
          />
          <Link to="/recover" className="link" replace>
            {t('login.forgot')}
          </Link>
        </div>
        <Button type="submit" tone="metal" wide busy={isBusy} busyText={t('login.busy')}>
          {t('login.submit')}
        </Button>
        <p className={css.switch}>
          {t('login.noAccount')}
          <Link to="/register" className="link" replace>
            {t('login.register')}
          </Link>
        </p>
        <p className={css.version}>{t('app.version', { version: VERSION })}</p>
      </form>
    </AuthLayout>
  )
}
