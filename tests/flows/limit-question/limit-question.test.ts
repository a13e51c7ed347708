import { describe, expect, it } from 'vitest'
import { type Satang, toSatang } from '#contract/money.ts'
import { noAnswer, refused } from '#tests/kit/samples/failures.ts'
import { limited } from '#tests/kit/samples/play-limit.ts'
import { listener, start } from '#tests/kit/start.ts'
import limitQuestion from './limit-question.model.ts'

const SET = 'limits.set'
const REVIEW = 'limits.review'
const key = expect.stringMatching(/^[\da-f-]{36}$/)
const set = { type: 'question.set' } as const
const decline = { type: 'question.decline' } as const
const check = { type: 'question.check' } as const
const gotIt = { type: 'question.gotIt' } as const
const type = (text: string) => ({ type: 'amount.type', text }) as const

/** The reply if this 24-hour limit is in force. */
const holding = (amount: Satang | null) => ({
  ...limited,
  periods: { ...limited.periods, day: { ...limited.periods.day, amount } },
})

async function open() {
  const wallet = listener()
  const app = await start(limitQuestion, { wallet: wallet.ref as never })
  return { app, wallet }
}
async function asked() {
  const opened = await open()
  await opened.app.answer('suggestion', toSatang(1_000))
  return opened
}

describe('the question about a limit', () => {
  it('is hidden until the server’s prompt is loaded (R632)', async () => {
    const { app } = await open()
    expect(app.now().value).toBe('loading')
    expect(app.now().hasTag('busy')).toBe(true)
  })

  it('is shown with the suggested limit filled in (R632)', async () => {
    const { app } = await asked()
    expect(app.now().value).toBe('asking')
    expect(app.now().context.text).toBe('1000')
  })

  it('is skipped if the server sends no prompt (R634)', async () => {
    const { app, wallet } = await open()
    await app.answer('suggestion', null)
    expect(app.now().value).toBe('over')
    expect(wallet.heard).toEqual([])
  })

  it('is skipped if the prompt cannot be loaded (R634)', async () => {
    const { app } = await open()
    await app.fail('suggestion', noAnswer)
    expect(app.now().value).toBe('over')
  })

  it('cannot be answered while an answer is being stored (R633)', async () => {
    const { app } = await asked()
    await app.send(set, decline, type('1'))
    expect(app.now().value).toBe('saving')
    expect(app.now().context.text).toBe('1000')
    expect(app.asked(REVIEW)).toEqual([])
  })
})

describe('the answer "set a limit"', () => {
  it('sets the suggested 24-hour deposit limit once, with an idempotency key (R632, R633)', async () => {
    const { app, wallet } = await asked()
    await app.send(set, set)
    expect(app.asked(SET)).toEqual([{ period: 'day', amount: 100_000, isConfirmed: false, key }])
    await app.answer(SET, holding(toSatang(1_000)))
    expect(app.now().value).toBe('over')
    expect(wallet.heard).toEqual([{ type: 'wallet.read' }])
  })

  it('sets the limit that the player entered (R632)', async () => {
    const { app } = await asked()
    await app.send(type('500'), set)
    expect(app.asked(SET)).toEqual([{ period: 'day', amount: 50_000, isConfirmed: false, key }])
    await app.answer(SET, limited)
    expect(app.now().value).toBe('over')
  })

  it.each([toSatang(500), null])(
    'reports the limit in force if it differs from the requested limit: %s (R632, R587)',
    async (amount) => {
      const { app, wallet } = await asked()
      await app.send(set)
      await app.answer(SET, holding(amount))
      expect(app.now().value).toBe('other')
      expect(app.now().context.limit).toBe(amount)
      expect(wallet.heard).toEqual([{ type: 'wallet.read' }])
      await app.send(set, decline, gotIt)
      expect(app.now().value).toBe('over')
      expect(app.asked(SET)).toHaveLength(1)
    },
  )

  it.each(['', '0', '-5', 'abc', '1.234'])('requires an amount above 0: %s (R632)', async (text) => {
    const { app } = await asked()
    await app.send(type(text), set)
    expect(app.now().value).toBe('asking')
    expect(app.now().context.isWrong).toBe(true)
    expect(app.asked(SET)).toEqual([])
    await app.send(type('5'))
    expect(app.now().context.isWrong).toBe(false)
  })

  it('is checked with the same idempotency key if it gets no reply (R633)', async () => {
    const { app } = await asked()
    await app.send(set)
    await app.fail(SET, noAnswer)
    expect(app.now().value).toBe('unsure')
    await app.send(check)
    const [first, second] = app.asked(SET)
    expect(second).toEqual(first)
  })

  it('can be given again after an unknown outcome, with a new idempotency key (R633)', async () => {
    const { app, wallet } = await asked()
    await app.send(set)
    await app.fail(SET, noAnswer)
    await app.send(gotIt)
    expect(app.now().value).toBe('asking')
    await app.send(set)
    const keys = (app.asked(SET) as { key: string }[]).map((sent) => sent.key)
    expect(new Set(keys).size).toBe(2)
    expect(wallet.heard).toEqual([])
  })

  it('shows the reason for a refusal, and then the question again (R632)', async () => {
    const { app } = await asked()
    await app.send(set)
    await app.fail(SET, refused('REQUEST_LIMIT'))
    expect(app.now().value).toBe('refused')
    expect(app.now().context.failure?.code).toBe('REQUEST_LIMIT')
    await app.send(gotIt)
    expect(app.now().value).toBe('asking')
  })
})

describe('the answer "no limit"', () => {
  it('is stored with an idempotency key, and the wallet is then reloaded (R633)', async () => {
    const { app, wallet } = await asked()
    await app.send(decline, decline)
    expect(app.now().hasTag('busy')).toBe(true)
    expect(app.asked(REVIEW)).toEqual([{ key }])
    expect(app.asked(SET)).toEqual([])
    await app.answer(REVIEW, {})
    expect(app.now().value).toBe('over')
    expect(wallet.heard).toEqual([{ type: 'wallet.read' }])
  })

  it.each([noAnswer, refused('REQUEST_LIMIT')])(
    'lets the deposit continue if it cannot be stored (R634)',
    async (why) => {
      const { app } = await asked()
      await app.send(decline)
      await app.fail(REVIEW, why)
      expect(app.now().value).toBe('over')
    },
  )
})
