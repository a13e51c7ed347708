import { expectTypeOf, it } from 'vitest'
import type { InputFrom } from 'xstate'
import type { CallInput, CallReply } from '#contract/call.ts'
import type { Baht, Satang } from '#contract/money.ts'
import type { transferCalls } from '#contract/transfer.ts'
import type { walletCalls } from '#contract/wallet.ts'
import type { withdrawCalls, withdrawEffect } from '#contract/withdraw.ts'
import type { withdrawMachine } from '#machines/withdraw.machine.ts'
import type { Entry } from '#server/domain/ledger.ts'
import type { Handlers } from '#server/handlers/handler.ts'
import type { Money } from '#src/components/money.tsx'

type Amount = { amount: Satang }

it('takes no baht for satang and no satang for baht (D-46)', () => {
  expectTypeOf<Baht>().not.toExtend<Satang>()
  expectTypeOf<Satang>().not.toExtend<Baht>()
})

it('takes no satang where a request or what is kept of it has baht (D-46)', () => {
  expectTypeOf<Amount>().not.toExtend<Omit<CallInput<(typeof withdrawCalls)['wallet.withdrawAll']>, 'key'>>()
  expectTypeOf<Amount>().not.toExtend<Pick<CallInput<(typeof transferCalls)['wallet.transfer']>, 'amount'>>()
  expectTypeOf<Satang>().not.toExtend<Parameters<typeof withdrawEffect>[0]['amount']>()
  expectTypeOf<Satang>().not.toExtend<NonNullable<InputFrom<typeof withdrawMachine>['pending']>['input']['amount']>()
})

it('reads satang from a reply, and takes satang for the reply of no handler (D-46)', () => {
  expectTypeOf<Baht>().not.toExtend<CallReply<(typeof walletCalls)['wallet.get']>['wallet']['amount']>()
  type Limits = Handlers['lookup.withdraw']
  expectTypeOf<() => Promise<{ withdrawMin: Satang; withdrawMax: Satang }>>().not.toExtend<Limits>()
  expectTypeOf<() => Promise<{ withdrawMin: Baht; withdrawMax: Baht }>>().toExtend<Limits>()
})

it('takes no baht in a view and in an entry of the ledger (D-46)', () => {
  expectTypeOf<Baht>().not.toExtend<Parameters<typeof Money>[0]['satang']>()
  expectTypeOf<Baht>().not.toExtend<Entry['postings'][number]['amount']>()
})
