import { PAGE_SIZE } from '#contract/statement.ts'
import th from '#locales/th.json'
import { SlipList } from '#src/features/statement/slip-list.tsx'
import { listDriver } from '#tests/kit/list-driver.ts'
import model from './slip-list.model.ts'

const { slip } = th

export default listDriver(model, {
  view: (actor) => <SlipList actor={actor} isBusy={false} onOpen={() => {}} />,
  pages: [
    {
      controls: Array.from({ length: PAGE_SIZE }, () => slip.view),
      sees: [slip.unread, slip.reason.INVALID_SLIP, '100.02', '100.09'],
    },
    { controls: [slip.view, slip.view], sees: ['100.10', '100.11'] },
  ],
  empty: slip.empty,
  failed: slip.failed,
})
