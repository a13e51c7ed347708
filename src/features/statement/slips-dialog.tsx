import { useSelector } from '@xstate/react'
import { useTranslation } from 'react-i18next'
import type { ActorRefFrom } from 'xstate'
import type { slipsMachine } from '#machines/slips.machine.ts'
import { Dialog } from '#src/components/dialog.tsx'
import { PagedRows } from '#src/components/paged-rows.tsx'
import { SlipRow } from './slip-row.tsx'
import css from './slips.module.css'

type Props = { actor: ActorRefFrom<typeof slipsMachine>; onClose: () => void }

/** The slips sent so far and what has become of them. Source: R135–R137, R178–R179, R409. */
export function SlipsDialog({ actor, onClose }: Props) {
  const { t } = useTranslation()
  const list = useSelector(actor, (s) => s.children.slipList)
  const isBusy = useSelector(actor, (s) => s.hasTag('busy'))
  return (
    <Dialog title={t('slip.status')} onClose={onClose}>
      {list ? (
        <PagedRows
          actor={list}
          icon="upload"
          texts={{ empty: t('slip.empty'), emptyLead: t('slip.emptyLead'), failed: t('slip.failed') }}
        >
          {(rows) => (
            <ul className={css.list}>
              {rows.map((slip, at) => (
                <SlipRow
                  key={`${slip.createdAt} ${at}`}
                  slip={slip}
                  isBusy={isBusy}
                  onOpen={(reference) => actor.send({ type: 'slip.open', reference })}
                />
              ))}
            </ul>
          )}
        </PagedRows>
      ) : null}
    </Dialog>
  )
}
