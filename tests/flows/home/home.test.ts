import { describe, expect, test } from 'vitest'
import { agreementMark, needsAgreement } from '#contract/agreement.ts'
import { noAnswer } from '#tests/kit/samples/failures.ts'
import { listener, start } from '#tests/kit/start.ts'
import home from './home.model.ts'

const texts = ['<p>ข้อตกลง 1</p>', '<p>ข้อตกลง 2</p>']

async function open(seen: string | null = null) {
  const wallet = listener()
  const app = await start(home, { seen, wallet: wallet.ref as never }, { actions: ['rememberAgreements'] })
  return { ...app, heard: wallet.heard }
}
async function offered(list: string[], seen: string | null = null) {
  const app = await open(seen)
  await app.pass(1_500)
  await app.answer('lookup.agreements', list)
  return app
}
/** Loads the agreement while no press is in progress on the page. */
async function still(list: string[], seen: string | null = null) {
  const app = await offered(list, seen)
  await app.send({ type: 'page.still' })
  return app
}

test('opening the home page notifies the wallet immediately, and only once (R80)', async () => {
  const app = await open()
  expect(app.heard).toEqual([{ type: 'wallet.open' }])
  await app.pass(60_000)
  expect(app.heard).toHaveLength(1)
})

test('returning to the home page notifies the wallet again, even while the agreement is open (R655)', async () => {
  const app = await still(texts)
  await app.send({ type: 'page.returned' })
  expect(app.heard).toEqual([{ type: 'wallet.open' }, { type: 'wallet.open' }])
  expect(app.now().matches('agreement')).toBe(true)
})

describe('the agreement', () => {
  test('is requested 1.5 s after the home page opens, and not before (R87, R523, D-04)', async () => {
    const app = await open()
    await app.pass(1_499)
    expect(app.fakes.calls).toEqual([])
    await app.pass(1)
    expect(app.fakes.calls).toEqual([{ id: 'lookup.agreements', input: {} }])
  })

  test('opens for players who have not read it (R87, R153, R307)', async () => {
    const app = await still(texts)
    expect(app.now().matches('agreement')).toBe(true)
    expect(app.now().context.agreements).toEqual(texts)
  })

  test.each(['true', '1', agreementMark(texts)])(
    'does not open for a player whose stored mark is %s (R87, R140, D-03)',
    async (seen) => {
      expect((await offered(texts, seen)).now().matches('settled')).toBe(true)
    },
  )

  test.each(['false', '0', '', agreementMark(['<p>ข้อตกลง 1</p>'])])(
    'opens for a player whose stored mark is %j (D-03)',
    async (seen) => {
      expect((await still(texts, seen)).now().matches('agreement')).toBe(true)
    },
  )

  test('does not open while a pointer is down on the page (D-04)', async () => {
    const app = await offered(texts)
    expect(app.now().matches('pressed')).toBe(true)
    await app.send({ type: 'agreement.accept', remember: true })
    expect(app.now().matches('pressed')).toBe(true)
  })

  test('does not open if the list is empty (D-04)', async () => {
    expect((await offered([])).now().matches('settled')).toBe(true)
  })

  test('is skipped without an error message if it cannot be loaded (R405, D-04)', async () => {
    const app = await open()
    await app.pass(1_500)
    await app.fail('lookup.agreements', noAnswer)
    expect(app.now().matches('settled')).toBe(true)
    expect(app.heard).toEqual([{ type: 'wallet.open' }])
  })

  test('is not requested if the player leaves the home page within 1.5 s (D-04)', async () => {
    const app = await open()
    await app.pass(1_000)
    app.actor.stop()
    await app.pass(5_000)
    expect(app.fakes.calls).toEqual([])
  })

  test.each([true, false])(
    'is stored as read when accepted, but permanently only if the box is ticked: %s (R198, D-03)',
    async (remember) => {
      const { ref } = listener()
      const forGood: boolean[] = []
      const { machine } = home.config
      const rememberAgreements = (_: unknown, ticked: boolean) => void forGood.push(ticked)
      const config = { ...home.config, machine: machine.provide({ actions: { rememberAgreements } }) as typeof machine }
      const app = await start({ ...home, config }, { seen: null, wallet: ref as never })
      await app.pass(1_500)
      await app.answer('lookup.agreements', texts)
      await app.send({ type: 'page.still' })
      expect(forGood).toEqual([])
      await app.send({ type: 'agreement.accept', remember })
      expect(app.now().matches('settled')).toBe(true)
      expect(forGood).toEqual([remember])
    },
  )
})

describe('the hash of a list of agreements', () => {
  test('is short, and identical for equal lists (R140, D-03)', () => {
    expect(agreementMark([...texts])).toBe(agreementMark(texts))
    expect(agreementMark(texts)).toMatch(/^[\da-f]{8}$/)
  })

  test('depends on the texts, their order and their boundaries (D-03)', () => {
    const lists = [
      texts,
      [...texts].reverse(),
      texts.slice(1),
      [texts.join('')],
      ['<p>ข้อตกลง 1</p>', '<p>ข้อตกลง 3</p>'],
      [],
    ]
    expect(new Set(lists.map(agreementMark)).size).toBe(lists.length)
  })

  test('is irrelevant for an empty list, because an empty list is never shown (D-03)', () => {
    for (const seen of [null, 'true', 'x']) expect(needsAgreement([], seen)).toBe(false)
  })
})
