import { useSelector } from '@xstate/react'
import type { ActorRefFrom } from 'xstate'
import type { slipsMachine } from '#machines/slips.machine.ts'
import { Dialog } from '#src/components/dialog.tsx'
import { useTexts } from '#src/lib/i18n.ts'
import { SlipList } from './slip-list.tsx'

type Props = { actor: ActorRefFrom<typeof slipsMachine>; onClose: () => void }

/** The dialog with the member's slips, which also shows the picture of each. Source: R135–R137, R178–R179. */
export function SlipsDialog({ actor, onClose }: Props) {
  const { t } = useTexts()
  const list = useSelector(actor, (s) => s.children.slipList)
  const isBusy = useSelector(actor, (s) => s.hasTag('busy'))
  return (
    <Dialog title={t('slip.status')} onClose={onClose} isList>
      {list ? (
        <SlipList actor={list} isBusy={isBusy} onOpen={(reference) => actor.send({ type: 'slip.open', reference })} />
      ) : null}
    </Dialog>
  )
}
