import th from '#locales/th.json'
import { RefundList } from '#src/features/refund/refund-list.tsx'
import { amounts, listDriver } from '#tests/kit/list-driver.ts'
import model from './refund-list.model.ts'

const { refund } = th

export default listDriver(model, {
  view: (actor) => <RefundList actor={actor} />,
  pages: amounts(),
  empty: refund.empty,
  failed: refund.listFailed,
})
