import { useSelector } from '@xstate/react'
import type { ActorRefFrom } from 'xstate'
import type { bankTransferMachine } from '#machines/bank-transfer.machine.ts'
import { Alert } from '#src/components/alert.tsx'
import { AttemptButton, AttemptNote } from '#src/components/attempt.tsx'
import { Button } from '#src/components/button.tsx'
import { Dialog, Pair } from '#src/components/dialog.tsx'
import { NameField } from '#src/components/name-field.tsx'
import { NoBreakText } from '#src/components/no-break-text.tsx'
import { Note } from '#src/components/note.tsx'
import { StepUp } from '#src/components/step-up.tsx'
import { failureText } from '#src/lib/failure-text.ts'
import { useTexts } from '#src/lib/i18n.ts'
import css from './bank.module.css'

/**
 * Shown before the player copies an account whose bank recognises only English account names. Asks for the name in
 * English, and for the password or a passkey if the backend requires it. Source: R111, R260–R262, R642.
 */
export function RenameDialog({ actor }: { actor: ActorRefFrom<typeof bankTransferMachine> }) {
  const { t } = useTexts()
  const isSaved = useSelector(actor, (s) => s.matches('named'))
  const isWrong = useSelector(actor, (s) => s.context.isWrong)
  const failure = useSelector(actor, (s) => s.context.failure)
  const attempt = useSelector(actor, (s) => s.children.attempt)
  const stepUp = useSelector(actor, (s) => s.children.stepUp)
  const newName = useSelector(actor, (s) => s.context.pending?.input.bankAccountName)
  const type = () => actor.send({ type: 'name.type' })
  const leave = () => actor.send({ type: 'name.leave' })

  if (isSaved)
    return (
      <Alert
        icon="check-circle"
        tone="cool"
        title={t('bank.saved')}
        text={t('bank.savedLead')}
        actions={
          <Button tone="metal" icon="copy" wide onClick={() => actor.send({ type: 'name.copy' })}>
            {t('action.copy')}
          </Button>
        }
        onClose={leave}
      />
    )
  const nameError = isWrong ? t('bank.english') : failure && failureText(t, failure)
  return (
    <Dialog
      title={t('bank.rename')}
      onClose={leave}
      footer={
        attempt ? (
          <AttemptButton actor={attempt} busyText={t('bank.saving')} />
        ) : (
          <Pair>
            <Button onClick={() => actor.send({ type: 'name.skip' })}>{t('bank.skip')}</Button>
            <Button tone="metal" type="submit" form="rename">
              {t('action.save')}
            </Button>
          </Pair>
        )
      }
    >
      <form
        id="rename"
        className={css.tab}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          const typed = new FormData(event.currentTarget).get('name')
          actor.send({ type: 'name.submit', bankAccountName: String(typed ?? '') })
        }}
      >
        <Note tone="wait" icon="alert">
          <p>
            <NoBreakText text={t('bank.renameLead')} />
          </p>
        </Note>
        <NameField
          label={t('bank.name')}
          name="name"
          required
          maxLength={120}
          readOnly={Boolean(attempt)}
          onChange={type}
          error={nameError || undefined}
        />
      </form>
      {attempt ? <AttemptNote actor={attempt} text={t('bank.unsure')} /> : null}
      {stepUp ? (
        <StepUp
          actor={stepUp}
          icon="lock"
          title={t('bank.confirm')}
          text={t('bank.confirmText', { name: newName })}
          hint={t('bank.passwordHint')}
          submit={t('action.save')}
          busyText={t('bank.saving')}
          unsure={t('bank.unsure')}
        />
      ) : null}
    </Dialog>
  )
}
