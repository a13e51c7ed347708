import th from '#locales/th.json'
import { StatementScreen } from '#src/features/statement/statement-screen.tsx'
import { listDriver } from '../kit/list-driver.ts'
import model from '../models/statement.model.ts'

const { slip, statement } = th

export default listDriver(model, {
  view: (actor) => (
    <StatementScreen actor={actor} onSlips={() => {}}>
      {null}
    </StatementScreen>
  ),
  before: [slip.status],
  // the first and the last row
  full: { controls: [], sees: ['+100.00', '+100.09'] },
  empty: statement.empty,
  failed: statement.failed,
})
