import { fromPromise } from 'xstate'
import { satang } from '#contract/money.ts'
import type { Slip } from '#contract/slip.ts'
import th from '#locales/th.json'
import type { Page } from '#machines/lib/paged-list.ts'
import { slipListMachine } from '#machines/slip-list.machine.ts'
import { SlipsDialog } from '#src/features/statement/slips-dialog.tsx'
import { defineDriver } from '#tests/kit/driver.ts'
import { slipOf } from '#tests/kit/samples/statement.ts'
import { press, type ScreenSnapshot } from '#tests/kit/screen.ts'
import model from './slips.model.ts'

const { action, slip } = th
/** A slip whose picture must be looked up, and a slip without a picture. */
const rows = [slipOf({ reference: 's1' }), slipOf({ amount: satang(25_050) })]
const page = fromPromise<Page<Slip>, { page: number; limit: number }>(async () => ({ rows, total: rows.length }))
const list = (view: string) => (): ScreenSnapshot => ({ controls: [action.close, view], sees: ['500.00', '250.50'] })

export default defineDriver(model, {
  view: (actor) => <SlipsDialog actor={actor} onClose={() => {}} />,
  act: { 'slip.open': { ways: [press(slip.view)] } },
  children: { slipList: { logic: slipListMachine.provide({ actors: { page } }) } },
  texts: ['500.00', '250.50', th.state.loading],
  look: { reading: list(slip.view), finding: list(`${slip.view} (off)`) },
})
