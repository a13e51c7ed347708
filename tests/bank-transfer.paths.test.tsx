import { act, render, screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { type ActorRefFrom, createActor } from 'xstate'
import type { DepositWays } from '#contract/deposit.ts'
import th from '#locales/th.json'
import type { bankTransferMachine } from '#machines/bank-transfer.machine.ts'
import { slipUploadMachine } from '#machines/slip-upload.machine.ts'
import { Dialog } from '#src/components/dialog.tsx'
import { BankTransfer } from '#src/features/deposit/bank-transfer.tsx'
import { realAttempt } from './kit/attempts.ts'
import { drive } from './kit/drive.tsx'
import { frozen } from './kit/frozen.ts'
import { knownWallet } from './kit/known-wallet.ts'
import { settle } from './kit/run.ts'
import { click, controls, fill, key, nameOf, press, type Sight, told, words } from './kit/screen.ts'
import { listener, start } from './kit/start.ts'
import model from './models/bank-transfer.model.ts'
import { kbank, scb, thaiOwn, ways } from './models/fixtures/deposit.ts'
import { noAnswer } from './models/fixtures/failures.ts'
import { overview } from './models/fixtures/wallet.ts'

const { action, bank, qr } = th
const { child, isUnknown, expectKept } = realAttempt()
const wallet = knownWallet({ ...overview, bankAccount: thaiOwn })
const slip = createActor(frozen(slipUploadMachine), { input: { pending: null } }).start()
const names = ways.banks.map((each) => each.bank.nameTH)

type Actor = ActorRefFrom<typeof bankTransferMachine>
const Page = ({ actor, known = ways }: { actor: Actor; known?: DepositWays | null }) => (
  <Dialog title={th.page.deposit} onClose={() => {}}>
    <BankTransfer actor={actor} slip={slip} wallet={wallet} ways={known} isLoading={false} />
  </Dialog>
)

/** The button of that name at the account of that number. */
const copyAt = (label: string, accountNo: string) =>
  click(
    controls().filter((button) => nameOf(button) === label)[
      ways.banks.findIndex(({ bankAccountNo }) => bankAccountNo === accountNo)
    ],
  )
// small letters are made large ones
const save = (leave: () => Promise<void>) => async (name: string) => {
  await fill(bank.name, name.toLowerCase() || '{Backspace}')
  await leave()
}
const form = (...foot: string[]): string[] => [action.close, bank.name, ...foot]

drive(model, {
  view: (actor) => <Page actor={actor} />,
  act: {
    'bank.copy': { ways: [({ text }) => copyAt(bank.copyNo, text)] },
    'name.type': { ways: [() => fill(bank.name, 'x')] },
    'name.submit': {
      ways: [press(action.save), key('Enter', bank.name)].map(
        (leave) =>
          ({ name }) =>
            save(leave)(name),
      ),
    },
    'name.skip': { ways: [press(bank.skip)] },
    'name.leave': {
      ways: [key('Escape'), (_, { value }) => (value === 'named' ? key('Escape')() : press(action.close)())],
    },
    'name.copy': { ways: [press(action.copy)] },
    'copy.ended': 'outside',
    'attempt.unknown': 'outside',
  },
  children: { attempt: child },
  check: (actor) => {
    const { context, value } = actor.getSnapshot()
    if (value === 'saving') expectKept(context.pending)
  },
  texts: [...names, bank.own, qr.creditTime, bank.renameLead, bank.saved, bank.savedLead],
  look: {
    listed: (): Sight => ({
      controls: [action.close, ...ways.banks.flatMap(() => [bank.copyNo, bank.copyName])],
      sees: [...names, bank.own, qr.creditTime],
    }),
    naming: ({ context: { isWrong, failure } }) => ({
      controls: form(bank.skip, action.save),
      alerts: isWrong ? [bank.english] : told(failure),
      sees: [bank.renameLead],
    }),
    saving: ({ children: { attempt } }) => ({
      controls: form(isUnknown(attempt) ? action.checkAgain : `${bank.saving} (busy)`),
      alerts: isUnknown(attempt) ? [bank.unsure] : [],
      sees: [bank.renameLead],
    }),
    named: () => ({ controls: [action.copy], sees: [bank.saved, bank.savedLead] }),
  },
})

const { ref } = listener()
const opened = () => start(model, { wallet: ref as never, toasts: ref as never }, { keep: { attempt: child.logic } })

describe('the account name', () => {
  test('exactly once: no answer: said so, and checked by its button with the same key', async () => {
    const { actor } = await opened()
    render(<Page actor={actor} />)
    await copyAt(bank.copyNo, kbank.bankAccountNo)
    await save(press(action.save))('JAIDEE MEESUK')
    await act(() => child.tell['attempt.unknown'](actor.getSnapshot().children.attempt as never, noAnswer))
    expect(screen.getByRole('alert')).toHaveTextContent(bank.unsure)
    expect(controls().map(nameOf)).toEqual([action.close, bank.name, action.checkAgain])
    await press(action.checkAgain)()
    expectKept(actor.getSnapshot().context.pending)
    await act(() => child.bring.done(actor.getSnapshot().children.attempt as never, { status: 'done', reply: {} }))
    expect(words()).toContain(bank.saved)
  })
})

test('R107 the name of an account is copied by a button of its own', async () => {
  const { actor, now } = await opened()
  render(<Page actor={actor} />)
  await copyAt(bank.copyName, scb.bankAccountNo)
  expect(now().context.text).toBe(scb.bankAccountName)
})

test('R106 R165 D-11 no accounts, and accounts that could not be fetched, are told apart', async () => {
  const { actor } = await opened()
  const { rerender } = render(<Page actor={actor} known={{ ...ways, banks: [] }} />)
  await act(settle)
  expect(words()).toContain(bank.empty)
  rerender(<Page actor={actor} known={null} />)
  expect([words().includes(bank.empty), words().includes(bank.failed)]).toEqual([false, true])
})
