import { useSelector } from '@xstate/react'
import type { ActorRefFrom } from 'xstate'
import type { recoverMachine } from '#machines/recover.machine.ts'
import { NoBreakText } from '#src/components/no-break-text.tsx'
import { Note } from '#src/components/note.tsx'
import { PasswordField, UsernameField } from '#src/components/password-field.tsx'
import { UnknownOutcome } from '#src/components/unknown-outcome.tsx'
import { failureText } from '#src/lib/failure-text.ts'
import { useTexts } from '#src/lib/i18n.ts'
import { LastButtons } from './last-buttons.tsx'
import { StepForm } from './step-form.tsx'

type Props = { actor: ActorRefFrom<typeof recoverMachine> }

/** Asks for the new password twice. The password is stored only in these fields. Source: R570, R571. */
export function NewPasswordStep({ actor }: Props) {
  const { t } = useTexts()
  const phone = useSelector(actor, (s) => s.context.phone)
  const least = useSelector(actor, (s) => s.context.least)
  const wait = useSelector(actor, (s) => s.context.wait)
  const problem = useSelector(actor, (s) => s.context.problem)
  const failure = useSelector(actor, (s) => s.context.failure)
  const isUnsure = useSelector(actor, (s) => s.matches('unsure'))
  const isBusy = useSelector(actor, (s) => s.matches('saving'))
  const isOver = useSelector(actor, (s) => s.hasTag('over'))
  const isFixed = isBusy || isUnsure || isOver
  const refusal = failure && !isUnsure ? failureText(t, failure) : undefined
  const type = () => actor.send({ type: 'password.type' })
  return (
    <StepForm
      isShown
      onSubmit={(form) => {
        const typed = new FormData(form)
        const password = String(typed.get('password'))
        if (isUnsure) actor.send({ type: 'recover.check', password })
        else actor.send({ type: 'password.submit', password, confirm: String(typed.get('confirm')) })
      }}
    >
      <UsernameField value={phone} />
      <PasswordField
        label={t('password.new')}
        name="password"
        autoComplete="new-password"
        hint={least ? t('password.hint', { n: least }) : undefined}
        required
        readOnly={isFixed}
        onChange={type}
        error={problem === 'short' ? t('password.short', { n: least }) : refusal}
      />
      <PasswordField
        label={t('password.confirm')}
        name="confirm"
        autoComplete="new-password"
        required
        readOnly={isFixed}
        onChange={type}
        error={problem === 'passwords' ? t('password.differ') : undefined}
      />
      <Note tone={isUnsure ? 'wait' : 'cool'}>
        {isUnsure ? (
          <UnknownOutcome text={t('password.unsure')} failure={failure} />
        ) : (
          <>
            <p>
              <NoBreakText text={t('recover.note')} />
            </p>
            {wait ? (
              <p>
                <NoBreakText text={t('recover.wait', { n: wait })} />
              </p>
            ) : null}
          </>
        )}
      </Note>
      <LastButtons
        label={t('password.save')}
        busyText={t('password.saving')}
        isBusy={isBusy}
        isUnsure={isUnsure}
        isOver={isOver}
        onLogin={() => actor.send({ type: 'recover.login' })}
      />
    </StepForm>
  )
}
