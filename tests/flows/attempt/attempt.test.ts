import { describe, expect, it, test } from 'vitest'
import { type Satang, satang } from '#contract/money.ts'
import { TRANSFER_MIN } from '#contract/transfer.ts'
import type { Attempt, Outcome } from '#machines/lib/attempt.ts'
import { attemptGuards, attemptOf, refusalIn, replyIn } from '#machines/lib/attempt-owner.ts'
import transfer from '#tests/flows/transfer/transfer.model.ts'
import withdraw from '#tests/flows/withdraw/withdraw.model.ts'
import { startOwner } from '#tests/kit/owner.ts'
import { MOVED, ONCE, REPEATABLE, termsOf } from '#tests/kit/samples/attempt.ts'
import { noAnswer, refused } from '#tests/kit/samples/failures.ts'
import { listener, start } from '#tests/kit/start.ts'
import attempt from './attempt.model.ts'

const confirmed = { key: 'k1', input: { amount: 100 } }
const refusal = refused('MONEY_NOT_ENOUGH')

async function open({ isInDoubt = false, terms = REPEATABLE } = {}) {
  const owner = listener()
  const app = await start(
    attempt,
    { ...confirmed, isInDoubt, owner: owner.ref as never },
    { actions: ['savePending', 'clearPending'], keep: { terms: termsOf(terms) } },
  )
  return { ...app, told: () => owner.heard.map(({ type }) => type) }
}

describe('an attempt', () => {
  test('is stored, and then immediately sends its call with its idempotency key', async () => {
    const app = await open()
    expect([app.asked('call'), app.now().hasTag('busy'), app.done]).toEqual([[confirmed], true, ['savePending']])
  })

  test.each([
    ['done', { status: 'done', reply: { amount: 5 } }],
    ['refused', { status: 'refused', failure: refusal }],
  ] as const)('finishes as %s, reports its outcome to the owner, and is no longer stored', async (status, outcome) => {
    const app = await open()
    if (status === 'done') await app.answer('call', { amount: 5 })
    else await app.fail('call', refusal)
    expect([app.now().value, app.now().status, app.now().output]).toEqual([status, 'done', outcome])
    expect([app.done, app.told()]).toEqual([['savePending', 'clearPending'], []])
  })

  test.each([noAnswer, { ...refusal, kind: 'unknown' }, new Error('a fault of our own'), 'text', undefined])(
    'stays open and stored after %o, notifies its owner, and resends nothing automatically',
    async (failure) => {
      const app = await open()
      await app.fail('call', failure)
      expect([app.now().value, app.now().status, app.now().hasTag('busy')]).toEqual(['unknown', 'active', false])
      expect([app.told(), app.done]).toEqual([['attempt.unknown'], ['savePending']])
      await app.pass(600_000)
      expect(app.asked('call')).toEqual([confirmed])
    },
  )

  test('resends the same request at every check, but never sends two at a time', async () => {
    const app = await open()
    await app.send({ type: 'attempt.check' })
    expect(app.asked('call')).toHaveLength(1)
    for (let i = 0; i < 2; i++) {
      await app.fail('call', noAnswer)
      await app.send({ type: 'attempt.check' }, { type: 'attempt.check' })
    }
    expect(app.asked('call')).toEqual([confirmed, confirmed, confirmed])
    expect(app.told()).toEqual(['attempt.unknown', 'attempt.unknown'])
    await app.answer('call', {})
    expect([app.now().output?.status, app.done.at(-1)]).toEqual(['done', 'clearPending'])
  })

  const ended = [refused('UNAUTHORIZED'), refused('EXPIRED_AUTH_TOKEN'), refused('gone')]
  test.each(ended)(
    'whose outcome is unknown stays unresolved if a check is refused because the session has ended ($code) (R386–R391)',
    async (failure) => {
      const app = await open()
      await app.fail('call', noAnswer)
      await app.send({ type: 'attempt.check' })
      await app.fail('call', failure)
      expect([app.now().value, app.done]).toEqual(['unknown', ['savePending', 'savePending']])
    },
  )

  test.each(ended)(
    'whose outcome is unknown stays unresolved if its retry after a reload is refused because the session has ended ($code) (R386–R391)',
    async (failure) => {
      const app = await open({ isInDoubt: true })
      await app.fail('call', failure)
      expect([app.now().value, app.done]).toEqual(['unknown', ['savePending']])
    },
  )

  test.each(ended)(
    'finishes as refused if its first request is refused because the session has ended ($code) (R386–R391)',
    async (failure) => {
      const app = await open()
      await app.fail('call', failure)
      expect([app.now().output, app.done]).toEqual([{ status: 'refused', failure }, ['savePending', 'clearPending']])
    },
  )

  test('finishes as refused if a check is refused', async () => {
    const app = await open()
    await app.fail('call', noAnswer)
    await app.send({ type: 'attempt.check' })
    await app.fail('call', refusal)
    expect(app.now().output).toEqual({ status: 'refused', failure: refusal })
  })
})

describe('an attempt on a backend that would process a repeated request twice', () => {
  async function unanswered() {
    const app = await open({ terms: ONCE })
    await app.fail('call', noAnswer)
    return app
  }

  it('reads the wallet and the statement instead of resending the request (R385)', async () => {
    const app = await unanswered()
    expect(app.now().value).toBe('looking')
    expect(app.now().hasTag('busy')).toBe(true)
    expect(app.told()).toEqual(['attempt.unknown'])
    await app.send({ type: 'attempt.check' })
    expect(app.asked('call')).toEqual([confirmed])
  })

  it('compares the wallet and the statement with their earlier state, and finishes once the player has seen the result (R385)', async () => {
    const app = await unanswered()
    await app.answer('look', MOVED)
    expect(app.now().value).toBe('evident')
    expect(app.now().context.evidence).toEqual({
      main: MOVED.main,
      change: { main: -10_000, games: 10_000 },
      rows: MOVED.newest,
      own: null,
      conclusion: 'done',
    })
    await app.send({ type: 'attempt.seen' })
    expect(app.now().output).toEqual({ status: 'seen' })
    expect(app.done).toEqual(['savePending', 'clearPending'])
    expect(app.asked('call')).toEqual([confirmed])
  })

  it('re-reads the wallet and the statement whenever the player checks, even after a failed read (R385)', async () => {
    const app = await unanswered()
    await app.fail('look', noAnswer)
    expect(app.now().value).toBe('unseen')
    await app.send({ type: 'attempt.check' })
    await app.answer('look', MOVED)
    await app.send({ type: 'attempt.check' })
    expect(app.now().value).toBe('looking')
    expect(app.asked('look')).toHaveLength(3)
    expect(app.asked('call')).toEqual([confirmed])
  })

  it('finishes with the status done if the reply arrives (R385)', async () => {
    const app = await open({ terms: ONCE })
    await app.answer('call', {})
    expect(app.now().output).toEqual({ status: 'done', reply: {} })
  })

  it('resends nothing after a reload, and shows the newest statement rows if the earlier rows are unknown', async () => {
    const app = await open({ isInDoubt: true, terms: ONCE })
    await app.answer('look', MOVED)
    expect(app.now().context.evidence).toEqual({
      main: MOVED.main,
      change: null,
      rows: MOVED.newest,
      own: null,
      conclusion: 'unclear',
    })
    expect(app.asked('call')).toEqual([])
  })
})

describe('an attempt that must first read the backend’s terms', () => {
  const prepared = async (isInDoubt: boolean, isRepeatable?: boolean) => {
    const owner = listener().ref as never
    const kept = isRepeatable === undefined ? {} : { isRepeatable }
    return start(attempt, { ...confirmed, ...kept, isInDoubt, owner }, { actions: ['savePending', 'clearPending'] })
  }

  it('is refused without being sent if the terms cannot be read (R354)', async () => {
    const app = await prepared(false)
    await app.fail('terms', noAnswer)
    expect(app.now().value).toBe('refused')
    expect(app.now().output).toEqual({ status: 'refused', failure: noAnswer })
    expect(app.asked('call')).toEqual([])
  })

  it('stays unresolved if it was already sent before a reload, and reads the terms again when the player checks (R354)', async () => {
    const app = await prepared(true)
    await app.fail('terms', noAnswer)
    expect(app.now().value).toBe('unknown')
    await app.send({ type: 'attempt.check' })
    await app.answer('terms', REPEATABLE)
    expect(app.asked('call')).toEqual([confirmed])
  })

  it('is not resent if it was first sent to a backend without idempotency keys, even if the backend supports them now (R354)', async () => {
    const app = await prepared(true, false)
    await app.answer('terms', REPEATABLE)
    expect(app.now().value).toBe('looking')
    expect(app.asked('call')).toEqual([])
  })
})

test('the helpers for an attempt’s owner build the input of the attempt and distinguish its outcomes', () => {
  const { ref } = listener()
  expect(attemptOf(confirmed, ref as never)).toEqual({ ...confirmed, owner: ref })
  expect(() => attemptOf(null, ref as never)).toThrow('nothing confirmed')
  const ends: Outcome<{ amount: number }>[] = [
    { status: 'done', reply: { amount: 5 } },
    { status: 'refused', failure: refusal },
    { status: 'seen' },
  ]
  expect(ends.map((end) => attemptGuards.isSeen(null, end))).toEqual([false, false, true])
  expect(ends.map((end) => attemptGuards.isRefused(null, end))).toEqual([false, true, false])
  expect(ends.map(refusalIn)).toEqual([null, refusal, null])
  expect(ends.map(replyIn)).toEqual([{ amount: 5 }, null, null])
})

async function openTransfer(pending: Attempt<{ from: string; to: string; amount: Satang }> | null = null) {
  const app = await startOwner(transfer, { to: 'pg', least: TRANSFER_MIN, pending })
  const again = () => app.send({ type: 'transfer.submit' })
  const confirm = async () => {
    await app.send({ type: 'amount.type', text: '100' })
    await app.send({ type: 'transfer.submit' }, { type: 'transfer.submit' })
  }
  return { ...app, confirm, again, gotIt: () => app.send({ type: 'transfer.gotIt' }) }
}
async function openWithdraw(pending: Attempt<{ amount: Satang }> | null = null) {
  const app = await startOwner(withdraw, { pending })
  const opening = app.reads()
  const limits = () => app.answer('read', { limits: { withdrawMin: 10_000, withdrawMax: 5_000_000 }, warning: null })
  const sure = { type: 'withdraw.confirm', balance: null } as const
  const again = () => app.send({ type: 'withdraw.submit', balance: null }, sure, sure)
  const confirm = async () => {
    await limits()
    await app.send({ type: 'amount.type', text: '100' })
    await again()
  }
  const gotIt = async () => {
    await app.send({ type: 'withdraw.gotIt' })
    if (app.waits('read')) await limits()
  }
  return { ...app, confirm, again, gotIt, reads: () => app.reads() - opening }
}
const move = { from: 'WALLET', to: 'pg', amount: satang(10_000) }
const owners = [
  {
    name: 'a transfer',
    open: openTransfer,
    input: move,
    kept: { key: 'k7', input: { ...move, amount: satang(50_000) } },
  },
  {
    name: 'a withdrawal',
    open: openWithdraw,
    input: { amount: satang(10_000) },
    kept: { key: 'k7', input: { amount: satang(50_000) } },
  },
]

describe.each(owners)('$name', ({ open, input, kept }) => {
  const keys = (sent: unknown[]) => (sent as Attempt<object>[]).map(({ key }) => key)
  const begin = open as (pending?: Attempt<object>) => Promise<Awaited<ReturnType<typeof openTransfer>>>
  async function confirmed() {
    const app = await begin()
    await app.confirm()
    return app
  }

  test('sends one request, even if the player presses twice or changes the amount while the request is pending', async () => {
    const app = await confirmed()
    await app.again()
    await app.send({ type: 'amount.type', text: '999' })
    await app.gotIt()
    expect(app.sent()).toEqual([{ key: expect.stringMatching(/^[\da-f-]{36}$/), input }])
    expect([app.isOut(), app.now().context.text]).toEqual([true, '100'])
  })

  test('reports success, re-reads the wallet, and finishes when the player closes the dialog', async () => {
    const app = await confirmed()
    expect(app.reads()).toBe(0)
    await app.succeed()
    expect([app.now().value, app.reads()]).toEqual(['succeeded', 1])
    await app.again()
    await app.gotIt()
    expect([app.now().status, app.sent().length]).toEqual(['done', 1])
  })

  test('re-reads the wallet if no reply arrives, without reporting an outcome or resending the request', async () => {
    const app = await confirmed()
    await app.lose()
    await app.pass(600_000)
    await app.again()
    await app.gotIt()
    expect([app.now().value, app.reads(), app.sent().length]).toEqual(['attempting', 1, 1])
  })

  test('resends the request with the same key at each check, and reports the actual outcome', async () => {
    const app = await confirmed()
    await app.lose()
    await app.check()
    await app.lose()
    await app.check()
    await app.succeed()
    const [first, ...more] = app.sent()
    expect([more, app.now().value, app.reads()]).toEqual([[first, first], 'succeeded', 3])
  })

  test('reports a refusal, re-reads the wallet, and uses a new key for the next attempt', async () => {
    const app = await confirmed()
    await app.lose()
    await app.check()
    await app.refuse('MONEY_NOT_ENOUGH')
    expect([app.now().value, app.now().context.failure?.code, app.reads()]).toEqual(['refused', 'MONEY_NOT_ENOUGH', 2])
    await app.gotIt()
    expect([app.now().value, app.now().context.text, app.now().context.pending]).toEqual(['editing', '100', null])
    await app.again()
    expect(keys(app.sent())[1]).toBe(keys(app.sent())[0])
    expect([app.sent().length, new Set(keys(app.sent())).size]).toEqual([3, 2])
    await app.succeed()
    expect(app.now().value).toBe('succeeded')
  })

  test('immediately resends an attempt made before a reload, and keeps its original key', async () => {
    const app = await begin(kept)
    expect([app.sent(), app.fakes.calls, app.now().context.text]).toEqual([[kept], [], '500'])
    await app.succeed()
    expect([app.now().value, app.now().context.pending, app.reads()]).toEqual(['succeeded', kept, 1])
  })

  test('lets the player try again with a new key if the retry after a reload is refused', async () => {
    const app = await begin(kept)
    await app.refuse('MONEY_NOT_ENOUGH')
    await app.gotIt()
    await app.again()
    expect(app.sent()[1]).toEqual({ ...kept, key: expect.stringMatching(/^[\da-f-]{36}$/) })
  })
})
