import { type ActorRef, assign, type Snapshot, sendTo, setup } from 'xstate'
import { isEnglishName } from '#contract/bank.ts'
import { newKey } from '#contract/call.ts'
import { type BankAccount, type DepositBank, needsEnglishName } from '#contract/deposit.ts'
import type { Failure } from '#contract/failure.ts'
import {
  type Attempt,
  type AttemptNotice,
  attemptMachine,
  attemptOf,
  isDone,
  isSeen,
  type Outcome,
  refusalIn,
} from './lib/attempt.ts'
import { type CopyEnded, copyToast, type Toasts } from './lib/toast.ts'
import type { AskWallet } from './wallet.machine.ts'

type Rename = { bankCode: string; bankAccountName: string }
type Input = {
  wallet: ActorRef<Snapshot<unknown>, AskWallet>
  toasts: Toasts
}
/** Copies `text` of the account `to`; `own`: the member's bank account, or null while it is unknown. */
type Copy = { type: 'bank.copy'; text: string; to: DepositBank; own: BankAccount | null }

/**
 * The bank accounts to pay into: copies them, and first asks for an English account name where the bank cannot match
 * another. Source: R106–R107, R111, R260–R262, R399–R400.
 */
export const bankTransferMachine = setup({
  types: {
    input: {} as Input,
    /** `text`: the text to copy. */
    context: {} as Input & {
      text: string
      bankCode: string
      isWrong: boolean
      pending: Attempt<Rename> | null
      failure: Failure | null
    },
    events: {} as
      | Copy
      | { type: 'name.submit'; bankAccountName: string }
      | { type: 'name.type' | 'name.skip' | 'name.leave' | 'name.copy' }
      | CopyEnded
      | AttemptNotice,
    tags: {} as 'busy',
    children: {} as { attempt: 'attempt' },
  },
  actors: { attempt: attemptMachine<Rename, object>() },
  guards: {
    needsName: (_, { to, own }: Copy) => needsEnglishName(to, own),
    isEnglish: (_, name: string) => isEnglishName(name),
    isDone,
    isSeen,
  },
  actions: {
    keepCopy: assign((_, { text, own }: Copy) => ({
      text,
      bankCode: own?.bank.code ?? '',
      isWrong: false,
      failure: null,
    })),
    keepWrong: assign({ isWrong: (_, isWrong: boolean) => isWrong, failure: null }),
    keepPending: assign(({ context: { bankCode } }, name: string) => ({
      pending: { key: newKey(), input: { bankCode, bankAccountName: name.trim() } },
      isWrong: false,
      failure: null,
    })),
    keepRefusal: assign({ failure: (_, outcome: Outcome<unknown>) => refusalIn(outcome) }),
    /** Copies the text to the clipboard, and sends `copy.ended`; src/actors provides it. */
    copy: () => {},
    showCopied: sendTo(
      ({ context }) => context.toasts,
      (_, isCopied: boolean) => copyToast(isCopied),
    ),
    readWallet: sendTo(({ context }) => context.wallet, { type: 'wallet.read' }),
  },
}).createMachine({
  id: 'bankTransfer',
  description: 'The bank accounts to pay into.',
  context: ({ input }) => ({ ...input, text: '', bankCode: '', isWrong: false, pending: null, failure: null }),
  on: { 'copy.ended': { actions: { type: 'showCopied', params: ({ event }) => event.isDone } } },
  initial: 'listed',
  states: {
    listed: {
      description: 'The player copies an account number or name.',
      on: {
        'bank.copy': [
          {
            guard: { type: 'needsName', params: ({ event }) => event },
            target: 'naming',
            actions: { type: 'keepCopy', params: ({ event }) => event },
          },
          { actions: [{ type: 'keepCopy', params: ({ event }) => event }, 'copy'] },
        ],
      },
    },
    naming: {
      description:
        'The player’s account name is not English, so the deposit would not be recognised. The player can correct it first.',
      on: {
        'name.type': { actions: { type: 'keepWrong', params: false } },
        'name.submit': [
          {
            guard: { type: 'isEnglish', params: ({ event }) => event.bankAccountName },
            target: 'saving',
            actions: { type: 'keepPending', params: ({ event }) => event.bankAccountName },
          },
          { actions: { type: 'keepWrong', params: true } },
        ],
        'name.skip': { target: 'listed', actions: 'copy' },
        'name.leave': 'listed',
      },
    },
    saving: {
      description: 'Saving the account name.',
      invoke: {
        id: 'attempt',
        src: 'attempt',
        input: ({ context: { pending }, self }) => attemptOf(pending, self),
        onDone: [
          { guard: { type: 'isDone', params: ({ event }) => event.output }, target: 'named', actions: 'readWallet' },
          {
            guard: { type: 'isSeen', params: ({ event }) => event.output },
            target: 'listed',
            actions: ['readWallet'],
          },
          { target: 'naming', actions: { type: 'keepRefusal', params: ({ event }) => event.output } },
        ],
      },
      // no money is in doubt: the wallet shows which name is stored
      on: { 'name.leave': { target: 'listed', actions: 'readWallet' } },
    },
    named: {
      description: 'The account name is saved; the next press copies.',
      on: { 'name.copy': { target: 'listed', actions: 'copy' }, 'name.leave': 'listed' },
    },
  },
})
