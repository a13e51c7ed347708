import { useSelector } from '@xstate/react'
import { type FormEvent, useEffect, useId, useRef } from 'react'
import type { ActorRefFrom } from 'xstate'
import type { changePasswordMachine } from '#machines/change-password.machine.ts'
import { Button } from '#src/components/button.tsx'
import { Dialog } from '#src/components/dialog.tsx'
import { NoBreakText } from '#src/components/no-break-text.tsx'
import { Note } from '#src/components/note.tsx'
import { PasswordField, UsernameField } from '#src/components/password-field.tsx'
import { useTexts } from '#src/lib/i18n.ts'
import { markEmpty } from '#src/lib/mark-empty.ts'
import css from './change-password-dialog.module.css'
import { PasswordOutcome } from './password-outcome.tsx'

type Props = {
  actor: ActorRefFrom<typeof changePasswordMachine>
  /** The username that the password belongs to; the browser's password manager needs it. */
  username: string
  onClose: () => void
}

/**
 * Asks for the old password once and for the new one twice. A separate dialog shows the outcome. Source: R131,
 * R278–R279, R410.
 */
export function ChangePasswordDialog({ actor, username, onClose }: Props) {
  const { t } = useTexts()
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const least = useSelector(actor, (s) => s.context.least)
  const endsSessions = useSelector(actor, (s) => s.context.endsSessions)
  const isBusy = useSelector(actor, (s) => s.hasTag('busy'))
  const problem = useSelector(actor, (s) => s.context.problem)
  const field = { required: true, readOnly: isBusy, onChange: () => actor.send({ type: 'password.type' }) }

  useEffect(() => {
    if (problem === 'old') form.current?.querySelector<HTMLInputElement>('[name=old]')?.focus()
  }, [problem])

  function send(type: 'password.submit' | 'password.check') {
    const typed = new FormData(form.current ?? undefined)
    const text = (name: string) => String(typed.get(name) ?? '')
    actor.send({ type, oldPassword: text('old'), newPassword: text('new'), confirm: text('confirm') })
  }
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    markEmpty(event.currentTarget)
    send('password.submit')
  }

  return (
    <Dialog
      title={t('password.change')}
      onClose={isBusy ? () => {} : onClose}
      footer={
        <Button type="submit" form={id} tone="metal" wide busy={isBusy} busyText={t('password.saving')}>
          {t('password.save')}
        </Button>
      }
    >
      <form id={id} ref={form} className={css.form} onSubmit={submit} noValidate>
        <UsernameField value={username} />
        <PasswordField
          {...field}
          label={t('password.old')}
          name="old"
          autoComplete="current-password"
          error={problem === 'old' ? t('errorMsg.WRONG_PASSWORD') : undefined}
        />
        <PasswordField
          {...field}
          label={t('password.new')}
          name="new"
          autoComplete="new-password"
          hint={least ? t('password.hint', { n: least }) : undefined}
          error={problem === 'short' ? t('password.short', { n: least }) : undefined}
        />
        <PasswordField
          {...field}
          label={t('password.confirm')}
          name="confirm"
          autoComplete="new-password"
          error={problem === 'passwords' ? t('password.passwordNotEqualMsg') : undefined}
        />
        {endsSessions ? (
          <Note>
            <NoBreakText text={t('password.others')} />
          </Note>
        ) : null}
      </form>
      <PasswordOutcome actor={actor} onClose={onClose} onCheck={() => send('password.check')} />
    </Dialog>
  )
}
