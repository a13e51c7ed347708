import { describe, expect, test } from 'vitest'
import { SLIP_REASONS } from '#contract/codes.ts'
import { slipReason } from '#contract/slip.ts'
import { noAnswer, refused } from '#tests/kit/samples/failures.ts'
import { listener, start } from '#tests/kit/start.ts'
import slips from './slips.model.ts'

const CALL = 'statement.reference'
const url = 'https://pictures.example/s1'

async function open() {
  const toasts = listener()
  const actions = ['openTab', 'leadTab', 'closeTab']
  return { ...(await start(slips, { toasts: toasts.ref as never }, { actions })), heard: toasts.heard }
}
async function finding() {
  const app = await open()
  await app.send({ type: 'slip.open', reference: 's1' })
  return app
}

describe('the picture of a slip that has no direct link', () => {
  test('is looked up by its reference after the button has opened a new tab (R137, R361, R362)', async () => {
    const app = await open()
    app.actor.send({ type: 'slip.open', reference: 's1' })
    expect(app.done).toEqual(['openTab'])
    expect([app.asked(CALL), app.now().hasTag('busy')]).toEqual([[{ reference: 's1' }], true])
  })

  test('opens in the prepared tab once its address is found (R362)', async () => {
    const app = await finding()
    await app.answer(CALL, { url })
    expect([app.done, app.now().value, app.heard]).toEqual([['openTab', 'leadTab'], 'reading', []])
  })

  test.each([noAnswer, refused('NO_DATA')])(
    'shows the reason in a toast and closes its tab if the lookup fails with %o (R362)',
    async (failure) => {
      const app = await finding()
      await app.fail(CALL, failure)
      expect([app.done, app.now().value]).toEqual([['openTab', 'closeTab'], 'reading'])
      expect(app.heard).toEqual([{ type: 'toast.show', tone: 'bad', text: failure }])
    },
  )

  test('cannot be requested while another lookup is pending, and pressing the button does not open a tab (R362)', async () => {
    const app = await finding()
    await app.send({ type: 'slip.open', reference: 's2' })
    expect([app.asked(CALL).length, app.done]).toEqual([1, ['openTab']])
    await app.answer(CALL, { url })
    await app.send({ type: 'slip.open', reference: 's2' })
    expect(app.asked(CALL)[1]).toEqual({ reference: 's2' })
  })
})

test('an unknown failure reason for a slip is ignored (R178, R496)', () => {
  expect(SLIP_REASONS.map(slipReason)).toEqual([...SLIP_REASONS])
  expect([null, undefined, '', 'nothing known', 'toString'].map(slipReason)).toEqual([null, null, null, null, null])
})
