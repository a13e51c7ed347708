import th from '#locales/th.json'
import { RefundList } from '#src/features/refund/refund-list.tsx'
import { listDriver } from '../kit/list-driver.ts'
import model from '../models/refund-list.model.ts'

const { refund } = th

export default listDriver(model, {
  view: (actor) => <RefundList actor={actor} />,
  // the first and the last row of each
  pages: [
    { controls: [], sees: ['100.00', '100.09'] },
    { controls: [], sees: ['100.10', '100.11'] },
  ],
  empty: refund.empty,
  failed: refund.listFailed,
})
