import type { ActorRefFrom } from 'xstate'
import type { accountEventsMachine } from '#machines/account-events.machine.ts'
import { Button } from '#src/components/button.tsx'
import { Dialog } from '#src/components/dialog.tsx'
import { NoBreakText } from '#src/components/no-break-text.tsx'
import { Note } from '#src/components/note.tsx'
import { PagedRows } from '#src/components/paged-rows.tsx'
import css from '#src/components/record-list.module.css'
import { useTexts } from '#src/lib/i18n.ts'
import '#src/lib/care-texts.ts'
import '#src/lib/event-texts.ts'
import { EventRow } from './event-row.tsx'

type Props = {
  actor: ActorRefFrom<typeof accountEventsMachine>
  /** Opens the list of devices; null if the backend does not offer that list. */
  onDevices: (() => void) | null
  onPassword: () => void
  onClose: () => void
}

/**
 * The dialog with the security events of the member's account. Also explains what to do about an event that the member
 * did not cause. Source: R647–R650.
 */
export function EventsDialog({ actor, onDevices, onPassword, onClose }: Props) {
  const { t } = useTexts()
  return (
    <Dialog
      title={t('events.title')}
      onClose={onClose}
      isText
      isList
      footer={
        <>
          {onDevices ? (
            <Button icon="lock" wide aria-haspopup="dialog" onClick={onDevices}>
              {t('devices.title')}
            </Button>
          ) : null}
          <Button icon="lock" wide aria-haspopup="dialog" onClick={onPassword}>
            {t('password.change')}
          </Button>
        </>
      }
    >
      <Note>
        <NoBreakText text={t('events.notYou')} />
      </Note>
      <PagedRows
        actor={actor}
        icon="lock"
        texts={{ empty: t('events.empty'), emptyLead: t('events.emptyLead'), failed: t('events.failed') }}
      >
        {(rows) => (
          <ul className={css.list}>
            {rows.map((event, at) => (
              <EventRow key={event?.id ?? at} event={event} />
            ))}
          </ul>
        )}
      </PagedRows>
    </Dialog>
  )
}
