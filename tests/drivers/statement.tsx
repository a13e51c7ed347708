import { PAGE_SIZE, pagesAround } from '#contract/statement.ts'
import th from '#locales/th.json'
import { StatementScreen } from '#src/features/statement/statement-screen.tsx'
import { defineDriver } from '../kit/driver.ts'
import { press, type Sight } from '../kit/screen.ts'
import model from '../models/statement.model.ts'

const { action, pager, slip, state, statement } = th
const slips = slip.status
const pageNo = (page: number) => pager.page.replace('{{n}}', String(page))
/** The first and the last row of a full page. */
const ends = ['+100.00', '+100.09']

type Seen = ReturnType<(typeof model)['config']['machine']['getInitialSnapshot']>

/** The pages to choose from; none when there is only one. */
function pages({ context }: Seen): string[] {
  const { page, last } = context
  if (last === 1) return []
  return [
    `${pager.previous}${page === 1 ? ' (off)' : ''}`,
    ...pagesAround(page, last).map(pageNo),
    `${pager.next}${page === last ? ' (off)' : ''}`,
  ]
}
function list(snapshot: Seen): Sight {
  const isBusy = snapshot.hasTag('busy')
  if (snapshot.context.rows.length === PAGE_SIZE) return { controls: [slips, ...pages(snapshot)], sees: ends }
  return { controls: [slips], sees: [isBusy ? state.loading : statement.empty] }
}

export default defineDriver(model, {
  view: (actor) => (
    <StatementScreen actor={actor} onSlips={() => {}}>
      {null}
    </StatementScreen>
  ),
  act: {
    'page.choose': {
      ways: [
        ({ page }) => press(pageNo(page))(),
        ({ page }, { context }) => {
          const step = new Map([
            [context.page - 1, pager.previous],
            [context.page + 1, pager.next],
          ])
          return press(step.get(page) ?? pageNo(page))()
        },
      ],
      when: ({ context }, { page }) => context.last > 1 && pagesAround(context.page, context.last).includes(page),
    },
    'page.retry': { ways: [press(action.retry)] },
  },
  texts: [state.loading, statement.empty, statement.failed, ...ends],
  look: {
    loading: list,
    shown: list,
    failed: () => ({ controls: [slips, action.retry], sees: [statement.failed] }),
  },
})
