import { describe, expect, test } from 'vitest'
import { agreementMark, needsAgreement } from '#contract/agreement.ts'
import { noAnswer } from '#tests/kit/samples/failures.ts'
import { listener, start } from '#tests/kit/start.ts'
import home from './home.model.ts'

const texts = ['<p>ข้อตกลง 1</p>', '<p>ข้อตกลง 2</p>']

async function open(seen: string | null = null) {
  const wallet = listener()
  const it = await start(home, { seen, wallet: wallet.ref as never }, { actions: ['rememberAgreements'] })
  return { ...it, heard: wallet.heard }
}
async function offered(list: string[], seen: string | null = null) {
  const it = await open(seen)
  await it.pass(1_500)
  await it.answer('lookup.agreements', list)
  return it
}

test('R80 opening home tells the wallet, at once and once', async () => {
  const it = await open()
  expect(it.heard).toEqual([{ type: 'wallet.open' }])
  await it.pass(60_000)
  expect(it.heard).toHaveLength(1)
})

describe('the agreement', () => {
  test('R87 R523 D-04 is asked for after 1.5 s, not before', async () => {
    const it = await open()
    await it.pass(1_499)
    expect(it.fakes.calls).toEqual([])
    await it.pass(1)
    expect(it.fakes.calls).toEqual([{ id: 'lookup.agreements', input: {} }])
  })

  test('R87 R153 R307 shows to whom it is new', async () => {
    const it = await offered(texts)
    expect(it.now().matches('agreement')).toBe(true)
    expect(it.now().context.agreements).toEqual(texts)
  })

  test.each(['true', '1', agreementMark(texts)])('R87 R140 D-03 does not show to who has %s stored', async (seen) => {
    expect((await offered(texts, seen)).now().matches('settled')).toBe(true)
  })

  test.each(['false', '0', '', agreementMark(['<p>ข้อตกลง 1</p>'])])('D-03 shows to who has %j stored', async (seen) => {
    expect((await offered(texts, seen)).now().matches('agreement')).toBe(true)
  })

  test('D-04 an empty list shows nothing', async () => {
    expect((await offered([])).now().matches('settled')).toBe(true)
  })

  test('R405 D-04 a list that does not come is silent', async () => {
    const it = await open()
    await it.pass(1_500)
    await it.fail('lookup.agreements', noAnswer)
    expect(it.now().matches('settled')).toBe(true)
    expect(it.heard).toEqual([{ type: 'wallet.open' }])
  })

  test('D-04 leaving home before the time: nothing is asked', async () => {
    const it = await open()
    await it.pass(1_000)
    it.actor.stop()
    await it.pass(5_000)
    expect(it.fakes.calls).toEqual([])
  })

  test.each([true, false])('R198 D-03 is remembered, for good only when ticked: %s', async (remember) => {
    const { ref } = listener()
    const forGood: boolean[] = []
    const { machine } = home.config
    const rememberAgreements = (_: unknown, ticked: boolean) => void forGood.push(ticked)
    const config = { ...home.config, machine: machine.provide({ actions: { rememberAgreements } }) as typeof machine }
    const it = await start({ ...home, config }, { seen: null, wallet: ref as never })
    await it.pass(1_500)
    await it.answer('lookup.agreements', texts)
    expect(forGood).toEqual([])
    await it.send({ type: 'agreement.accept', remember })
    expect(it.now().matches('settled')).toBe(true)
    expect(forGood).toEqual([remember])
  })
})

describe('the mark of a list', () => {
  test('R140 D-03 is short, and the same for the same list', () => {
    expect(agreementMark([...texts])).toBe(agreementMark(texts))
    expect(agreementMark(texts)).toMatch(/^[\da-f]{8}$/)
  })

  test('D-03 changes with any text, their order and where one ends', () => {
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

  test('D-03 an empty list is never shown', () => {
    for (const seen of [null, 'true', 'x']) expect(needsAgreement([], seen)).toBe(false)
  })
})
