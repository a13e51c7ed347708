import th from '#locales/th.json'
import { SlipList } from '#src/features/statement/slip-list.tsx'
import { listDriver } from '../kit/list-driver.ts'
import model from '../models/slip-list.model.ts'

const { slip } = th

export default listDriver(model, {
  view: (actor) => <SlipList actor={actor} isBusy={false} onOpen={() => {}} />,
  full: { controls: Array.from({ length: 10 }, () => slip.view), sees: [slip.unread] },
  empty: slip.empty,
  failed: slip.failed,
})
