import { expectTypeOf, it } from 'vitest'
import type { EventFrom, InputFrom } from 'xstate'
import type { CallInput, CallReply } from '#contract/call.ts'
import type { Baht, plus, Satang } from '#contract/money.ts'
import type { Place, transferCalls } from '#contract/transfer.ts'
import type { Credit, walletCalls } from '#contract/wallet.ts'
import type { withdrawCalls, withdrawEffect, withdrawProblem } from '#contract/withdraw.ts'
import type { withdrawMachine } from '#machines/withdraw.machine.ts'
import type { statements } from '#server/core/schema/money.ts'
import type { World } from '#server/core/world.ts'
import type { Entry } from '#server/domain/ledger.ts'
import type { Handlers } from '#server/handlers/handler.ts'
import type { Money } from '#src/components/money.tsx'
import type { useMoney } from '#src/components/use-money.ts'

type Amount = { amount: Satang }
type Shown = Parameters<typeof Money>[0]['satang']
type Said = Parameters<ReturnType<typeof useMoney>['say']>[0]
type Balance = Extract<EventFrom<typeof withdrawMachine>, { balance: unknown }>['balance']

it('the Satang type accepts neither baht nor a plain number, and the Baht type does not accept satang (D-46)', () => {
  expectTypeOf<Baht>().not.toExtend<Satang>()
  expectTypeOf<number>().not.toExtend<Satang>()
  expectTypeOf<100>().not.toExtend<Satang>()
  expectTypeOf<Satang>().not.toExtend<Baht>()
})

it('the contract’s types do not accept a plain number as satang (D-46)', () => {
  expectTypeOf<number>().not.toExtend<Place['amount']>()
  expectTypeOf<number>().not.toExtend<Parameters<typeof withdrawProblem>[2]>()
  expectTypeOf<number>().not.toExtend<Parameters<typeof plus>[0]>()
  expectTypeOf<CallReply<(typeof walletCalls)['wallet.get']>['wallet']['amount']>().toExtend<Satang>()
})

it('the types of a request and of its stored copy do not accept baht (D-46)', () => {
  expectTypeOf<Amount>().toExtend<Omit<CallInput<(typeof withdrawCalls)['wallet.withdrawAll']>, 'key'>>()
  expectTypeOf<Baht>().not.toExtend<CallInput<(typeof withdrawCalls)['wallet.withdrawAll']>['amount']>()
  expectTypeOf<Baht>().not.toExtend<CallInput<(typeof transferCalls)['wallet.transfer']>['amount']>()
  expectTypeOf<Baht>().not.toExtend<Parameters<typeof withdrawEffect>[0]['amount']>()
  expectTypeOf<Baht>().not.toExtend<NonNullable<InputFrom<typeof withdrawMachine>['pending']>['input']['amount']>()
})

it('the types of a reply do not accept baht, either in the client or in a handler (D-46)', () => {
  expectTypeOf<Baht>().not.toExtend<CallReply<(typeof walletCalls)['wallet.get']>['wallet']['amount']>()
  type Limits = Handlers['lookup.withdraw']
  expectTypeOf<() => Promise<{ withdrawMin: Satang; withdrawMax: Satang }>>().toExtend<Limits>()
  expectTypeOf<() => Promise<{ withdrawMin: Baht; withdrawMax: Baht }>>().not.toExtend<Limits>()
})

it('the ledger types accept neither baht nor plain numbers, and the provider and column types accept no plain numbers (D-46)', () => {
  expectTypeOf<Baht>().not.toExtend<Entry['postings'][number]['amount']>()
  expectTypeOf<number>().not.toExtend<Entry['postings'][number]['amount']>()
  expectTypeOf<number>().not.toExtend<(typeof statements.$inferInsert)['amount']>()
  expectTypeOf<() => Promise<number>>().not.toExtend<World['redeemGift']>()
})

it('the type of a machine event accepts neither baht nor a plain number (D-46)', () => {
  expectTypeOf<Satang>().toExtend<Balance>()
  expectTypeOf<Baht>().not.toExtend<Balance>()
  expectTypeOf<number>().not.toExtend<Balance>()
})

it('the view types accept neither baht nor plain numbers, and the types for texts with a currency also reject game credit (D-46)', () => {
  expectTypeOf<Baht>().not.toExtend<Shown>()
  expectTypeOf<Baht>().not.toExtend<Said>()
  expectTypeOf<number>().not.toExtend<Shown>()
  expectTypeOf<number>().not.toExtend<Said>()
  expectTypeOf<Credit>().toExtend<Shown>()
  expectTypeOf<Credit>().not.toExtend<Said>()
})
