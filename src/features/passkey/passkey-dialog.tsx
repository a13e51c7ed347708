import { useSelector } from '@xstate/react'
import type { ActorRefFrom } from 'xstate'
import type { passkeyMachine } from '#machines/passkey.machine.ts'
import { Button } from '#src/components/button.tsx'
import { Dialog } from '#src/components/dialog.tsx'
import { Empty } from '#src/components/empty.tsx'
import { NoBreakText } from '#src/components/no-break-text.tsx'
import { Note } from '#src/components/note.tsx'
import { Skeleton } from '#src/components/skeleton.tsx'
import { useTexts } from '#src/lib/i18n.ts'
import '#src/lib/passkey-texts.ts'
import css from '#src/components/record-list.module.css'
import { PasskeyAlerts } from './passkey-alerts.tsx'
import { PasskeyRow } from './passkey-row.tsx'

type Props = { actor: ActorRefFrom<typeof passkeyMachine>; onClose: () => void }

/** The dialog with the passkeys that the member can log in with. Source: R620–R623. */
export function PasskeyDialog({ actor, onClose }: Props) {
  const { t } = useTexts()
  const passkeys = useSelector(actor, (s) => s.context.passkeys)
  const isBusy = useSelector(actor, (s) => s.hasTag('busy'))
  const isLoading = useSelector(actor, (s) => s.matches('loading'))
  const isCreating = useSelector(actor, (s) => s.hasTag('creating'))
  const hasFailed = useSelector(actor, (s) => s.matches('failed'))
  return (
    <Dialog
      title={t('passkey.title')}
      onClose={onClose}
      footer={
        hasFailed ? null : (
          <Button
            wide
            tone="metal"
            icon="lock"
            aria-haspopup="dialog"
            aria-disabled={isBusy}
            busy={isCreating}
            busyText={t('passkey.creating')}
            onClick={() => actor.send({ type: 'add.ask' })}
          >
            {t('passkey.add')}
          </Button>
        )
      }
    >
      <p>
        <NoBreakText text={t('passkey.lead')} />
      </p>
      {hasFailed ? (
        <Empty
          icon="alert"
          tone="plain"
          title={t('passkey.failed')}
          action={<Button onClick={() => actor.send({ type: 'passkey.retry' })}>{t('action.retry')}</Button>}
        />
      ) : null}
      {isLoading && passkeys.length === 0 ? (
        <div role="status" aria-label={t('state.loading')}>
          <Skeleton shape="facts" />
        </div>
      ) : null}
      {passkeys.length > 0 && !hasFailed ? (
        <ul className={css.list}>
          {passkeys.map((passkey, at) => (
            <PasskeyRow
              key={passkey?.id ?? at}
              passkey={passkey}
              isBusy={isBusy}
              onRemove={(id) => actor.send({ type: 'remove.ask', id })}
            />
          ))}
        </ul>
      ) : null}
      <Note>
        <NoBreakText text={t('passkey.hint')} />
      </Note>
      <PasskeyAlerts actor={actor} />
    </Dialog>
  )
}
