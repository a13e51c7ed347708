import { useSelector } from '@xstate/react'
import type { RefObject } from 'react'
import type { ActorRefFrom } from 'xstate'
import { readable } from '#contract/rows.ts'
import type { registerMachine } from '#machines/register.machine.ts'
import { Button } from '#src/components/button.tsx'
import { Field } from '#src/components/field.tsx'
import { IconButton } from '#src/components/icon-button.tsx'
import { PasswordField, UsernameField } from '#src/components/password-field.tsx'
import { SelectField } from '#src/components/select-field.tsx'
import { UnreadChoices } from '#src/components/unread.tsx'
import { useTexts } from '#src/lib/i18n.ts'
import { languageOf } from '#src/lib/language-of.ts'
import { StepForm } from './step-form.tsx'

type Props = {
  actor: ActorRefFrom<typeof registerMachine>
  isShown: boolean
  /** The password field, which holds the password until the last step reads it. */
  password: RefObject<HTMLInputElement | null>
}

/**
 * Step 3 asks for the name, the password, the referral source and the inviter. Source: R41–R45, R50–R52, R254, R256.
 */
export function ProfileStep({ actor, isShown, password }: Props) {
  const { t } = useTexts()
  const { name, sourceCode, inviteCode } = useSelector(actor, (s) => s.context.typed)
  const phone = useSelector(actor, (s) => s.context.phone)
  const sources = useSelector(actor, (s) => s.context.sources)
  const least = useSelector(actor, (s) => s.context.settings.passwordMin)
  const isInvited = useSelector(actor, (s) => s.context.isInvited)
  const problem = useSelector(actor, (s) => s.context.problem)
  const isBusy = useSelector(actor, (s) => s.matches('validating'))
  const type = (field: 'name' | 'sourceCode' | 'inviteCode') => (event: { target: { value: string } }) =>
    actor.send({ type: 'field.type', field, text: event.target.value })
  return (
    <StepForm
      isShown={isShown}
      onSubmit={(form) => {
        const typed = new FormData(form)
        actor.send({
          type: 'profile.submit',
          password: String(typed.get('password')),
          confirm: String(typed.get('confirm')),
        })
      }}
    >
      <UsernameField value={phone} />
      <Field
        label={t('register.name')}
        icon="user"
        autoComplete="nickname"
        maxLength={50}
        required
        readOnly={isBusy}
        defaultValue={name}
        onChange={type('name')}
      />
      <PasswordField
        ref={password}
        label={t('login.password')}
        name="password"
        autoComplete="new-password"
        hint={least ? t('password.hint', { n: least }) : undefined}
        required
        readOnly={isBusy}
        onChange={() => actor.send({ type: 'password.type' })}
        error={problem === 'short' ? t('password.short', { n: least }) : undefined}
      />
      <PasswordField
        label={t('register.confirm')}
        name="confirm"
        autoComplete="new-password"
        required
        readOnly={isBusy}
        onChange={() => actor.send({ type: 'password.type' })}
        error={problem === 'passwords' ? t('password.differ') : undefined}
      />
      <SelectField
        label={t('register.source')}
        icon="info"
        placeholder={t('register.choose')}
        options={readable(sources).map(({ code, description }) => ({
          value: code,
          label: description,
          lang: languageOf(description),
        }))}
        required
        disabled={isBusy}
        value={sourceCode}
        onChange={type('sourceCode')}
      />
      <UnreadChoices all={sources} />
      <Field
        label={t('register.invite')}
        icon="invite"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={64}
        readOnly={isBusy || isInvited}
        hint={t(isInvited ? 'register.invited' : 'register.inviteHint')}
        value={inviteCode}
        onChange={type('inviteCode')}
        action={
          isInvited && !isBusy ? (
            <IconButton
              icon="close"
              label={t('register.inviteDrop')}
              onClick={() => actor.send({ type: 'invite.drop' })}
            />
          ) : null
        }
      />
      <Button type="submit" tone="metal" wide busy={isBusy} busyText={t('register.verifying')}>
        {t('go.next')}
      </Button>
    </StepForm>
  )
}
