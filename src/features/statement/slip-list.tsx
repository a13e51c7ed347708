import type { ActorRefFrom } from 'xstate'
import type { slipListMachine } from '#machines/slip-list.machine.ts'
import { PagedRows } from '#src/components/paged-rows.tsx'
import { useTexts } from '#src/lib/i18n.ts'
import { SlipRow } from './slip-row.tsx'
import css from './slips.module.css'

type Props = {
  actor: ActorRefFrom<typeof slipListMachine>
  /** True while a slip's picture is loading. */
  isBusy: boolean
  onOpen: (reference: string) => void
}

/** Lists the slips that the member has sent so far, with their status. Source: R135–R136, R178, R409. */
export function SlipList({ actor, isBusy, onOpen }: Props) {
  const { t } = useTexts()
  return (
    <PagedRows
      actor={actor}
      icon="upload"
      texts={{ empty: t('slip.empty'), emptyLead: t('slip.emptyLead'), failed: t('slip.failed') }}
    >
      {(rows) => (
        <ul className={css.list}>
          {rows.map((slip, at) => (
            <SlipRow key={`${slip?.createdAt} ${at}`} slip={slip} isBusy={isBusy} onOpen={onOpen} />
          ))}
        </ul>
      )}
    </PagedRows>
  )
}
