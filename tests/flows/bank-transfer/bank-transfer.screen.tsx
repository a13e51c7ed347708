import { type ActorRefFrom, createActor, createEmptyActor } from 'xstate'
import type { DepositWays } from '#contract/deposit.ts'
import { readable } from '#contract/rows.ts'
import th from '#locales/th.json'
import type { bankTransferMachine } from '#machines/bank-transfer.machine.ts'
import { slipUploadMachine } from '#machines/slip-upload.machine.ts'
import { BankTransfer } from '#src/features/deposit/bank-transfer.tsx'
import { realAttempt } from '#tests/kit/attempts.ts'
import { DepositDialog } from '#tests/kit/deposit-dialog.tsx'
import { defineDriver } from '#tests/kit/driver.ts'
import { frozen } from '#tests/kit/frozen.ts'
import { knownWallet } from '#tests/kit/known-wallet.ts'
import { thaiOwn, ways } from '#tests/kit/samples/deposit.ts'
import { overview } from '#tests/kit/samples/wallet.ts'
import { click, controls, fill, key, nameOf, press, type ScreenSnapshot, told } from '#tests/kit/screen.ts'
import { realStepUp } from '#tests/kit/step-ups.ts'
import model from './bank-transfer.model.ts'

const { action, bank, login, qr } = th
/** The tab's attempt, whose call stays pending. */
export const attempt = realAttempt()
const { child, isUnknown } = attempt
const wallet = knownWallet({ ...overview, bankAccount: thaiOwn })
const slip = createActor(frozen(slipUploadMachine), {
  input: { wallet: createEmptyActor() as never, pending: null },
}).start()
const banks = readable(ways.banks)
const names = banks.map((each) => each.bank.nameTH)

type Actor = ActorRefFrom<typeof bankTransferMachine>
/** The tab in its dialog; `known`: the deposit methods, or null if they could not be loaded. */
export const Page = ({ actor, known = ways }: { actor: Actor; known?: DepositWays | null }) => (
  <DepositDialog>
    <BankTransfer actor={actor} slip={slip} wallet={wallet} ways={known} isLoading={false} onRetry={() => {}} />
  </DepositDialog>
)

/** Clicks the button with this label next to the account with this number. */
export const copyAt = (label: string, accountNo: string) =>
  click(
    controls().filter((button) => nameOf(button) === label)[
      banks.findIndex(({ bankAccountNo }) => bankAccountNo === accountNo)
    ],
  )
/** Types the account name in lower case and saves it. The field turns the name into capitals. */
export const save = (leave: () => Promise<void>) => async (name: string) => {
  await fill(bank.name, name.toLowerCase())
  await leave()
}
const NAME = bank.confirmText.replace('{{name}}', 'JAIDEE MEESUK')

export default defineDriver(model, {
  view: (actor) => <Page actor={actor} />,
  act: {
    'bank.copy': { ways: [({ text }) => copyAt(bank.copyNo, text)] },
    'name.type': { ways: [() => fill(bank.name, 'x')] },
    'name.submit': {
      ways: [press(action.save), key('Enter', bank.name)].map(
        (leave) =>
          ({ bankAccountName }) =>
            save(leave)(bankAccountName),
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
  children: { attempt: child, stepUp: realStepUp(action.save) },
  texts: [
    ...names,
    bank.own,
    qr.creditTime,
    bank.renameLead,
    bank.confirm,
    NAME,
    bank.passwordHint,
    bank.saved,
    bank.savedLead,
  ],
  look: {
    listed: (): ScreenSnapshot => ({
      controls: [action.close, ...ways.banks.flatMap(() => [bank.copyNo, bank.copyName])],
      sees: [...names, bank.own, qr.creditTime],
    }),
    naming: (seen) => ({
      controls: [action.close, bank.name, bank.skip, action.save],
      alerts: seen.context.isWrong ? [bank.english] : told(seen.context.failure),
      sees: [bank.renameLead],
    }),
    saving: (seen) => ({
      controls: [
        ...[action.close, bank.name],
        isUnknown(seen.children.attempt) ? action.checkAgain : `${bank.saving} (busy)`,
      ],
      alerts: isUnknown(seen.children.attempt) ? [bank.unsure] : [],
      sees: [bank.renameLead],
    }),
    proving: () => ({
      controls: [login.password, login.show, action.back, action.save],
      sees: [bank.confirm, NAME, bank.passwordHint],
    }),
    named: () => ({ controls: [action.copy], sees: [bank.saved, bank.savedLead] }),
  },
})
