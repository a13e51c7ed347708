import { assertEvent, assign, sendTo, setup } from 'xstate'
import { isEnglishName } from '#contract/bank.ts'
import { type BankAccount, type DepositBank, needsEnglishName } from '#contract/deposit.ts'
import type { Failure } from '#contract/failure.ts'
import { newKey } from '#contract/random.ts'
import { byOutput } from './lib/actors.ts'
import type { Wallet } from './lib/ask-wallet.ts'
import { type Attempt, type AttemptNotice, attemptMachine, type Outcome } from './lib/attempt.ts'
import { attemptGuards, attempting, attemptOf, outcomes, refusalIn } from './lib/attempt-owner.ts'
import { refusalOf, stepUpGuards, stepUpMachine } from './lib/step-up.ts'
import { type CopyEnded, copyToast, type Toasts } from './lib/toast.ts'

type Rename = { bankCode: string; bankAccountName: string }
type Input = {
  wallet: Wallet
  toasts: Toasts
  asksPassword?: boolean | undefined
}
type NewName = Pick<Rename, 'bankAccountName'>
/**
 * The player copies `text`, which is the number or name of the account `to`. `own` is the member's bank account, or
 * null while it is unknown.
 */
type Copy = { type: 'bank.copy'; text: string; to: DepositBank; own: BankAccount | null }

const saving = attempting([
  { guard: byOutput('needsProof'), target: 'proving', actions: 'setAsked' },
  ...outcomes({ done: 'named', seen: 'listed', refused: 'naming' }),
] as const)

/**
 * The bank accounts to pay into, whose numbers and names the player can copy. If a bank can match only an English
 * account name and the member's name is not English, the player is first asked for an English one. Source: R106–R107,
 * R111, R260–R262, R399–R400, R642.
 */
export const bankTransferMachine = setup({
  types: {
    input: {} as Input,
    /**
     * `text` is the text to copy. `asksPassword` means that the backend requires a proof of identity to save a new
     * name.
     */
    context: {} as Input & {
      asksPassword: boolean
      text: string
      bankCode: string
      isWrong: boolean
      pending: Attempt<Rename> | null
      failure: Failure | null
    },
    events: {} as
      | Copy
      | ({ type: 'name.submit' } & NewName)
      | { type: 'name.type' | 'name.skip' | 'name.leave' | 'name.copy' }
      | CopyEnded
      | AttemptNotice,
    tags: {} as 'busy',
    children: {} as { attempt: 'attempt'; stepUp: 'stepUp' },
  },
  actors: { attempt: attemptMachine<Rename, object>(), stepUp: stepUpMachine<Rename, object>() },
  guards: {
    needsName: (_, { to, own }: Copy) => needsEnglishName(to, own),
    canSave: (_, { bankAccountName }: NewName) => isEnglishName(bankAccountName),
    canProve: ({ context: { asksPassword } }, { bankAccountName }: NewName) =>
      asksPassword && isEnglishName(bankAccountName),
    isSeen: attemptGuards.isSeen,
    isRefused: attemptGuards.isRefused,
    needsProof: (_, outcome: Outcome<unknown>) => refusalIn(outcome)?.code === 'WRONG_PASSWORD',
    isLeft: stepUpGuards.isLeft,
    isUnknown: stepUpGuards.isUnknown,
    isDeclined: stepUpGuards.isRefused,
  },
  actions: {
    setCopy: assign((_, { text, own }: Copy) => ({
      text,
      bankCode: own?.bank.code ?? '',
      isWrong: false,
      failure: null,
    })),
    setName: assign(({ context: { bankCode } }, { bankAccountName }: NewName) => ({
      pending: { key: newKey(), input: { bankCode, bankAccountName: bankAccountName.trim() } },
      isWrong: false,
      failure: null,
    })),
    setAsked: assign({ asksPassword: true }),
    setOutcome: assign({ failure: (_, outcome: Outcome<unknown>) => refusalIn(outcome) }),
    showCopied: sendTo(
      ({ context }) => context.toasts,
      ({ event }) => {
        assertEvent(event, 'copy.ended')
        return copyToast(event.isDone)
      },
    ),
    /** Copies the text to the clipboard and sends `copy.ended`. Implemented in src/actors. */
    copy: () => {},
    readWallet: sendTo(({ context }) => context.wallet, { type: 'wallet.read' }),
  },
}).createMachine({
  id: 'bankTransfer',
  description: 'The bank accounts to pay into.',
  context: ({ input: { asksPassword = false, ...input } }) => ({
    ...{ ...input, asksPassword, text: '', bankCode: '', isWrong: false },
    ...{ pending: null, failure: null },
  }),
  on: {
    'copy.ended': {
      actions: 'showCopied',
    },
  },
  initial: 'listed',
  states: {
    listed: {
      description: 'The player copies an account number or name.',
      on: {
        'bank.copy': [
          {
            guard: { type: 'needsName', params: ({ event }) => event },
            target: 'naming',
            actions: { type: 'setCopy', params: ({ event }) => event },
          },
          { actions: [{ type: 'setCopy', params: ({ event }) => event }, 'copy'] },
        ],
      },
    },
    naming: {
      description:
        'The player’s account name is not in English letters, so a deposit would not be recognised. The player can correct the name before copying the account number.',
      on: {
        'name.type': { actions: assign({ isWrong: false, failure: null }) },
        'name.submit': [
          {
            guard: { type: 'canProve', params: ({ event }) => event },
            target: 'proving',
            actions: { type: 'setName', params: ({ event }) => event },
          },
          {
            guard: { type: 'canSave', params: ({ event }) => event },
            target: 'saving',
            actions: { type: 'setName', params: ({ event }) => event },
          },
          { actions: assign({ isWrong: true, failure: null }) },
        ],
        'name.skip': { target: 'listed', actions: 'copy' },
        'name.leave': 'listed',
      },
    },
    saving: {
      description: 'Saving the account name.',
      ...saving,
      // the player may leave while the outcome is unknown: no money is at stake, and the wallet shows which name is
      // stored
      on: { 'name.leave': 'listed' },
    },
    proving: {
      description:
        'The player confirms the new account name with the password or a passkey; this state ends when the outcome is known.',
      invoke: {
        id: 'stepUp',
        src: 'stepUp',
        input: ({ context, self }) => ({ name: 'account.rename', input: attemptOf(context.pending, self).input }),
        onDone: [
          { guard: byOutput('isLeft'), target: 'naming' },
          {
            guard: byOutput('isDeclined'),
            target: 'naming',
            actions: assign({ failure: ({ event }) => refusalOf(event.output) }),
          },
          { guard: byOutput('isUnknown'), target: 'listed', actions: 'readWallet' },
          { target: 'named', actions: 'readWallet' },
        ],
      },
    },
    named: {
      description: 'The account name is saved; the player can now copy the account number.',
      on: { 'name.copy': { target: 'listed', actions: 'copy' }, 'name.leave': 'listed' },
    },
  },
})
