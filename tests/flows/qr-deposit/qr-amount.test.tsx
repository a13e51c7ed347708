import { act, render, screen } from '@testing-library/react'
import { beforeAll, expect, it, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { createActor, createEmptyActor } from 'xstate'
import type { Failure } from '#contract/failure.ts'
import { type Satang, satang } from '#contract/money.ts'
import { QR_RULES, type QrProvider } from '#contract/qr.ts'
import th from '#locales/th.json'
import { QrDeposit, QrFoot } from '#src/features/deposit/qr-deposit.tsx'
import { Fakes, settle } from '#tests/kit/run.ts'
import { refused } from '#tests/kit/samples/failures.ts'
import { noCode } from '#tests/kit/samples/qr.ts'
import { fill, press, words } from '#tests/kit/screen.ts'
import { speakThai } from '#tests/kit/thai.ts'
import model from './qr-deposit.model.ts'

beforeAll(speakThai)

const { qr } = th
const plain = (text: string) => text.replace(/\s+/g, ' ')
const minimum = (min: string) => plain(qr.minimum.replace('{{min}}', `${min}\u00A0บาท`))
const field = () => screen.getByRole('textbox', { name: qr.amount })
const alerts = () => screen.queryAllByRole('alert').map((alert) => plain(alert.textContent ?? ''))

/** Renders a provider's tab, with the site's limits if they are known. */
async function open(provider: QrProvider, limits: { minimum: Satang; minutes: number } | undefined) {
  const fakes = new Fakes()
  const owner = createEmptyActor() as never
  const actor = createActor(fakes.provide(model), { input: { provider, rule: QR_RULES[provider], owner } }).start()
  const answer = (settleCall: () => void) =>
    act(async () => {
      settleCall()
      await settle()
    })
  actor.send({ type: 'tab.shown' })
  render(
    <>
      <QrDeposit actor={actor} limits={limits} />
      <QrFoot actor={actor} limits={limits} />
    </>,
  )
  return {
    read: () => answer(() => fakes.take('qr.get').resolve(noCode)),
    unread: (failure: Failure) => answer(() => fakes.take('qr.get').reject(failure)),
    async create(text: string, failure: Failure) {
      await fill(qr.amount, text)
      await press(qr.create)()
      await answer(() => fakes.take('qr.create').reject(failure))
    },
  }
}
const limits = { minimum: satang(1_000), minutes: 15 }

it.each(['1', '9.99'])(
  'the amount form rejects %s baht for KBANK if the general minimum is 10 (R270, D-13)',
  async (text) => {
    await (await open('KBANK', limits)).read()
    const create = () => screen.getByRole('button', { name: qr.create })
    await fill(qr.amount, text)
    expect(create()).toBeDisabled()
    await userEvent.type(field(), '{Enter}')
    expect(screen.queryByRole('button', { name: qr.creating })).toBeNull()
    await fill(qr.amount, '10')
    expect(create()).toBeEnabled()
  },
)

it('the amount form accepts 1 baht for KBANK if there is no general minimum (R269, R270)', async () => {
  await (await open('KBANK', undefined)).read()
  await fill(qr.amount, '1')
  expect(screen.getByRole('button', { name: qr.create })).toBeEnabled()
})

test.each([
  ['KBANK', '10.00'],
  ['WW', '100.00'],
  ['FP', '10.00'],
] as const)(
  'the amount form for %s shows the minimum of %s, the lifetime of a code in minutes, and a note that every deposit needs a new code (R23, R533, R534, D-13)',
  async (at, least) => {
    await (await open(at, limits)).read()
    for (const text of [minimum(least), plain(qr.minutes.replace('{{minutes}}', '15')), plain(qr.newEach)])
      expect(words()).toContain(text)
    expect(alerts()).toEqual([])
  },
)

test('the amount form shows only the provider’s own minimum if the general limits are unknown (R402, R533, R534)', async () => {
  await (await open('WW', undefined)).read()
  expect(words()).toContain(minimum('100.00'))
  expect(words()).not.toContain(plain(qr.minutes.split('{{minutes}}')[0] ?? ''))
})

test.each(['x', '1.005', '-5', '1e3', '9999999999'])(
  'the amount form shows a field error for the invalid amount %j (R269, D-46)',
  async (text) => {
    await (await open('KBANK', limits)).read()
    await fill(qr.amount, text)
    expect(alerts()).toEqual([plain(qr.invalid)])
    expect(field()).toHaveAttribute('aria-invalid', 'true')
    expect(field()).toHaveAccessibleDescription(qr.invalid)
    await fill(qr.amount, '100')
    expect(alerts()).toEqual([])
    expect(field()).not.toHaveAttribute('aria-invalid')
  },
)

test('the amount form shows no error while the field is empty (R269)', async () => {
  await (await open('KBANK', limits)).read()
  await fill(qr.amount, '5')
  await fill(qr.amount, ' ')
  expect(alerts()).toEqual([])
})

test('the amount form shows the reason for a refused amount (R401, R389)', async () => {
  const app = await open('KBANK', limits)
  await app.read()
  await app.create('10', refused('QR_FAIL'))
  expect(alerts()).toEqual([plain(th.errorMsg.QR_FAIL)])
})

test('the QR tab shows a generic error title and the server’s message if an open code cannot be loaded (R394)', async () => {
  const app = await open('KBANK', limits)
  await app.unread({ kind: 'refused', code: 'SOMETHING_NEW', message: 'ธนาคารปิดปรับปรุงถึง 06:00 น.' })
  expect(words()).toContain(plain(th.failure.title))
  expect(words()).toContain('ธนาคารปิดปรับปรุงถึง 06:00 น.')
})
