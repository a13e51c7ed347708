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
  const it = await start(
    attempt,
    { ...confirmed, isInDoubt, owner: owner.ref as never },
    { actions: ['savePending', 'clearPending'], keep: { terms: termsOf(terms) } },
  )
  return { ...it, told: () => owner.heard.map(({ type }) => type) }
}

describe('an attempt', () => {
  test('calls at once with its key, and is stored before the call', async () => {
    const it = await open()
    expect([it.asked('call'), it.now().hasTag('busy'), it.done]).toEqual([[confirmed], true, ['savePending']])
  })

  test.each([
    ['done', { status: 'done', reply: { amount: 5 } }],
    ['refused', { status: 'refused', failure: refusal }],
  ] as const)(
    '%s ends the attempt, is reported to the owner, and clears the stored attempt',
    async (status, outcome) => {
      const it = await open()
      if (status === 'done') await it.answer('call', { amount: 5 })
      else await it.fail('call', refusal)
      expect([it.now().value, it.now().status, it.now().output]).toEqual([status, 'done', outcome])
      expect([it.done, it.told()]).toEqual([['savePending', 'clearPending'], []])
    },
  )

  test.each([noAnswer, { ...refusal, kind: 'unknown' }, new Error('a fault of our own'), 'text', undefined])(
    '%o is no answer: the attempt stays open and stored, the owner is notified, and nothing is resent automatically',
    async (failure) => {
      const it = await open()
      await it.fail('call', failure)
      expect([it.now().value, it.now().status, it.now().hasTag('busy')]).toEqual(['unknown', 'active', false])
      expect([it.told(), it.done]).toEqual([['attempt.unknown'], ['savePending']])
      await it.pass(600_000)
      expect(it.asked('call')).toEqual([confirmed])
    },
  )

  test('every check resends the same request, one at a time', async () => {
    const it = await open()
    await it.send({ type: 'attempt.check' })
    expect(it.asked('call')).toHaveLength(1)
    for (let i = 0; i < 2; i++) {
      await it.fail('call', noAnswer)
      await it.send({ type: 'attempt.check' }, { type: 'attempt.check' })
    }
    expect(it.asked('call')).toEqual([confirmed, confirmed, confirmed])
    expect(it.told()).toEqual(['attempt.unknown', 'attempt.unknown'])
    await it.answer('call', {})
    expect([it.now().output?.status, it.done.at(-1)]).toEqual(['done', 'clearPending'])
  })

  const ended = [refused('UNAUTHORIZED'), refused('EXPIRED_AUTH_TOKEN'), refused('gone')]
  test.each(ended)(
    'a login that has ended ($code) is no answer to a request sent before (R386–R391)',
    async (failure) => {
      const it = await open()
      await it.fail('call', noAnswer)
      await it.send({ type: 'attempt.check' })
      await it.fail('call', failure)
      expect([it.now().value, it.done]).toEqual(['unknown', ['savePending', 'savePending']])
    },
  )

  test.each(ended)(
    'a login that has ended ($code) is no answer to a request sent before a reload (R386–R391)',
    async (failure) => {
      const it = await open({ isInDoubt: true })
      await it.fail('call', failure)
      expect([it.now().value, it.done]).toEqual(['unknown', ['savePending']])
    },
  )

  test.each(ended)(
    'a login that has ended ($code) is an answer to the first request: nothing was changed (R386–R391)',
    async (failure) => {
      const it = await open()
      await it.fail('call', failure)
      expect([it.now().output, it.done]).toEqual([{ status: 'refused', failure }, ['savePending', 'clearPending']])
    },
  )

  test('a check that is refused means that nothing was changed', async () => {
    const it = await open()
    await it.fail('call', noAnswer)
    await it.send({ type: 'attempt.check' })
    await it.fail('call', refusal)
    expect(it.now().output).toEqual({ status: 'refused', failure: refusal })
  })
})

describe('an attempt at a backend that would do a repeated request twice', () => {
  async function unanswered() {
    const app = await open({ terms: ONCE })
    await app.fail('call', noAnswer)
    return app
  }

  it('reads the wallet and the statement instead of resending (R385)', async () => {
    const app = await unanswered()
    expect(app.now().value).toBe('looking')
    expect(app.now().hasTag('busy')).toBe(true)
    expect(app.told()).toEqual(['attempt.unknown'])
    await app.send({ type: 'attempt.check' })
    expect(app.asked('call')).toEqual([confirmed])
  })

  it('compares them with the position before, and ends once the player has seen it (R385)', async () => {
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

  it('reads them again whenever the player asks, also after a failure (R385)', async () => {
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

  it('still ends when an answer comes (R385)', async () => {
    const app = await open({ terms: ONCE })
    await app.answer('call', {})
    expect(app.now().output).toEqual({ status: 'done', reply: {} })
  })

  it('resends nothing after a reload, and shows the newest rows if the position before is unknown', async () => {
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

describe('before an attempt is sent', () => {
  const prepared = async (isInDoubt: boolean, isRepeatable?: boolean) => {
    const owner = listener().ref as never
    const kept = isRepeatable === undefined ? {} : { isRepeatable }
    return start(attempt, { ...confirmed, ...kept, isInDoubt, owner }, { actions: ['savePending', 'clearPending'] })
  }

  it("is refused while the backend's terms are unknown: nothing was sent (R354)", async () => {
    const app = await prepared(false)
    await app.fail('terms', noAnswer)
    expect(app.now().value).toBe('refused')
    expect(app.now().output).toEqual({ status: 'refused', failure: noAnswer })
    expect(app.asked('call')).toEqual([])
  })

  it('stays unknown if it was sent before, and asks for the terms again at a check (R354)', async () => {
    const app = await prepared(true)
    await app.fail('terms', noAnswer)
    expect(app.now().value).toBe('unknown')
    await app.send({ type: 'attempt.check' })
    await app.answer('terms', REPEATABLE)
    expect(app.asked('call')).toEqual([confirmed])
  })

  it('resends nothing that was sent to a backend without keys, whatever the backend offers now (R354)', async () => {
    const app = await prepared(true, false)
    await app.answer('terms', REPEATABLE)
    expect(app.now().value).toBe('looking')
    expect(app.asked('call')).toEqual([])
  })
})

test('attempt helpers for owners: the input and the kind of outcome', () => {
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
  const it = await startOwner(transfer, { to: 'pg', least: TRANSFER_MIN, pending })
  const again = () => it.send({ type: 'transfer.submit' })
  const confirm = async () => {
    await it.send({ type: 'amount.type', text: '100' })
    await it.send({ type: 'transfer.submit' }, { type: 'transfer.submit' })
  }
  return { ...it, confirm, again, gotIt: () => it.send({ type: 'transfer.gotIt' }) }
}
async function openWithdraw(pending: Attempt<{ amount: Satang }> | null = null) {
  const it = await startOwner(withdraw, { pending })
  const opening = it.reads()
  const limits = () => it.answer('read', { limits: { withdrawMin: 10_000, withdrawMax: 5_000_000 }, warning: null })
  const sure = { type: 'withdraw.confirm', balance: null } as const
  const again = () => it.send({ type: 'withdraw.submit', balance: null }, sure, sure)
  const confirm = async () => {
    await limits()
    await it.send({ type: 'amount.type', text: '100' })
    await again()
  }
  const gotIt = async () => {
    await it.send({ type: 'withdraw.gotIt' })
    if (it.waits('read')) await limits()
  }
  return { ...it, confirm, again, gotIt, reads: () => it.reads() - opening }
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
    const it = await begin()
    await it.confirm()
    return it
  }

  test('a double press, or any press while the call is pending, sends one request', async () => {
    const it = await confirmed()
    await it.again()
    await it.send({ type: 'amount.type', text: '999' })
    await it.gotIt()
    expect(it.sent()).toEqual([{ key: expect.stringMatching(/^[\da-f-]{36}$/), input }])
    expect([it.isOut(), it.now().context.text]).toEqual([true, '100'])
  })

  test('reports success, re-reads the wallet, and ends with the dialog', async () => {
    const it = await confirmed()
    expect(it.reads()).toBe(0)
    await it.succeed()
    expect([it.now().value, it.reads()]).toEqual(['succeeded', 1])
    await it.again()
    await it.gotIt()
    expect([it.now().status, it.sent().length]).toEqual(['done', 1])
  })

  test('without an answer it reports neither success nor failure, re-reads the wallet, and resends nothing', async () => {
    const it = await confirmed()
    await it.lose()
    await it.pass(600_000)
    await it.again()
    await it.gotIt()
    expect([it.now().value, it.reads(), it.sent().length]).toEqual(['attempting', 1, 1])
  })

  test('a check sends the same key and reports the real outcome', async () => {
    const it = await confirmed()
    await it.lose()
    await it.check()
    await it.lose()
    await it.check()
    await it.succeed()
    const [first, ...more] = it.sent()
    expect([more, it.now().value, it.reads()]).toEqual([[first, first], 'succeeded', 3])
  })

  test('reports a refusal, re-reads the wallet, and uses a new key for the next attempt', async () => {
    const it = await confirmed()
    await it.lose()
    await it.check()
    await it.refuse('MONEY_NOT_ENOUGH')
    expect([it.now().value, it.now().context.failure?.code, it.reads()]).toEqual(['refused', 'MONEY_NOT_ENOUGH', 2])
    await it.gotIt()
    expect([it.now().value, it.now().context.text, it.now().context.pending]).toEqual(['editing', '100', null])
    await it.again()
    expect(keys(it.sent())[1]).toBe(keys(it.sent())[0])
    expect([it.sent().length, new Set(keys(it.sent())).size]).toEqual([3, 2])
    await it.succeed()
    expect(it.now().value).toBe('succeeded')
  })

  test('continues an attempt from before a reload at once, with its own key', async () => {
    const it = await begin(kept)
    expect([it.sent(), it.fakes.calls, it.now().context.text]).toEqual([[kept], [], '500'])
    await it.succeed()
    expect([it.now().value, it.now().context.pending, it.reads()]).toEqual(['succeeded', kept, 1])
  })

  test('after a refused retry the player can go on with a new key', async () => {
    const it = await begin(kept)
    await it.refuse('MONEY_NOT_ENOUGH')
    await it.gotIt()
    await it.again()
    expect(it.sent()[1]).toEqual({ ...kept, key: expect.stringMatching(/^[\da-f-]{36}$/) })
  })
})
