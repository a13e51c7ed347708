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
  // the first and the last row of each
  pages: [
    { controls: [], sees: ['+100.00', '+100.09'] },
    { controls: [], sees: ['+100.10', '+100.11'] },
  ],
  empty: statement.empty,
  failed: statement.failed,
})
