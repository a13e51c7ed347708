import { act, render, screen } from '@testing-library/react'
import { beforeAll, describe, expect, it, test } from 'vitest'
import th from '#locales/th.json'
import { disableAnimations } from '#tests/kit/disable-animations.ts'
import { expectKept } from '#tests/kit/expect-kept.ts'
import { settle } from '#tests/kit/run.ts'
import { kbank, scb, thaiOwn, ways } from '#tests/kit/samples/deposit.ts'
import { noAnswer } from '#tests/kit/samples/failures.ts'
import { controls, nameOf, press, words } from '#tests/kit/screen.ts'
import { listener, start } from '#tests/kit/start.ts'
import { realStepUp } from '#tests/kit/step-ups.ts'
import { speakThai } from '#tests/kit/thai.ts'
import model from './bank-transfer.model.ts'
import { attempt, copyAt, Page, save } from './bank-transfer.screen.tsx'

beforeAll(speakThai)
beforeAll(disableAnimations)

const { action, bank, login } = th
const { child } = attempt
const { ref } = listener()
const opened = () => start(model, { wallet: ref as never, toasts: ref as never }, { keep: { attempt: child.logic } })

describe('the account name form', () => {
  test('reports that no reply has arrived, and checks again with the same key', async () => {
    const { actor } = await opened()
    render(<Page actor={actor} />)
    await copyAt(bank.copyNo, kbank.bankAccountNo)
    await save(press(action.save))('JAIDEE MEESUK')
    await act(() => child.tell['attempt.unknown'](actor.getSnapshot().children.attempt as never, noAnswer))
    expect(screen.getByRole('alert')).toHaveTextContent(bank.unsure)
    expect(controls().map(nameOf)).toEqual([action.close, bank.name, action.checkAgain])
    await press(action.checkAgain)()
    expectKept(attempt, actor.getSnapshot().context.pending)
    await act(() => child.bring.done(actor.getSnapshot().children.attempt as never, { status: 'done', reply: {} }))
    expect(words()).toContain(bank.saved)
  })
})

describe('on a backend that requires the password', () => {
  test('the form keeps the typed name when the player goes back (R642)', async () => {
    const input = { wallet: ref as never, toasts: ref as never, asksPassword: true }
    const { actor, now } = await start(model, input, { keep: { stepUp: realStepUp(action.save).logic } })
    render(<Page actor={actor} />)
    await copyAt(bank.copyNo, kbank.bankAccountNo)
    await save(press(action.save))('JAIDEE MEESUK')
    expect(screen.getByLabelText(login.password)).toBeVisible()
    await press(action.back)()
    expect(now().value).toBe('naming')
    expect(screen.getByLabelText(bank.name)).toHaveValue('JAIDEE MEESUK')
  })
})

it('the bank transfer tab lists an account at the member’s own bank first (R106)', async () => {
  const { actor } = await opened()
  const own = { ...scb, bankCode: thaiOwn.bank.code ?? '' }
  render(<Page actor={actor} known={{ ...ways, banks: [kbank, scb, own] }} />)
  await act(settle)
  expect(screen.getAllByText(/^(KBANK|SCB|KTB)$/).map(({ textContent }) => textContent)).toEqual([
    'KTB',
    'KBANK',
    'SCB',
  ])
})

it('the bank transfer tab groups the digits of an account number (R106, R165)', async () => {
  const { actor } = await opened()
  render(<Page actor={actor} known={{ ...ways, banks: [{ ...kbank, bankAccountNo: '1234567890' }] }} />)
  await act(settle)
  expect(words()).toContain('123-456-7890')
})

test('the bank transfer tab has a separate button that copies the account name (R107)', async () => {
  const { actor, now } = await opened()
  render(<Page actor={actor} />)
  await copyAt(bank.copyName, scb.bankAccountNo)
  expect(now().context.text).toBe(scb.bankAccountName)
})

test('the bank transfer tab distinguishes between no accounts and accounts that could not be loaded (R106, R165, D-11)', async () => {
  const { actor } = await opened()
  const { rerender } = render(<Page actor={actor} known={{ ...ways, banks: [] }} />)
  await act(settle)
  expect(words()).toContain(bank.empty)
  rerender(<Page actor={actor} known={null} />)
  expect([words().includes(bank.empty), words().includes(bank.failed)]).toEqual([false, true])
})
