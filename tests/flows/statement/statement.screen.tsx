import th from '#locales/th.json'
import { StatementScreen } from '#src/features/statement/statement-screen.tsx'
import { amounts, listDriver } from '#tests/kit/list-driver.ts'
import model from './statement.model.ts'

const { slip, statement } = th

export default listDriver(model, {
  view: (actor) => (
    <StatementScreen actor={actor} onSlips={() => {}}>
      {null}
    </StatementScreen>
  ),
  before: [slip.status],
  pages: amounts('+'),
  empty: statement.empty,
  failed: statement.failed,
})
