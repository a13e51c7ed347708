import type { Satang } from './money.ts'

export type GameAccount = { username: string; password: string; amount: Satang }
export type QrRecord = { qrcodeId: string; amount: Satang; ends: number }
/** One line of the statement. `amount` is in satang. */
export type Entry = {
  statementType: 'deposit' | 'bonus' | 'finish_bonus' | 'withdraw' | 'transfer'
  status: 'SUCCESS' | 'FAILED' | 'PENDING'
  from: string
  to: string
  amount: Satang
  createdAt: string
  link?: { to: 'bonus' | 'promotion' | 'invite' | 'refund' | 'luckydraw'; description: string }
}
export type SlipRecord = {
  id: string
  amount: Satang
  status: Entry['status']
  createdAt: string
  note?: string
  link?: string
  reference?: string
}

/** A member with all their data. Amounts are in satang. */
export type Member = {
  id: string
  name: string
  username: string
  password: string
  bankCode: string
  bankAccountName: string
  bankAccountNo: string
  createdAt: string
  inviter: Member | undefined
  main: Satang
  games: Map<string, GameAccount>
  codes: Map<string, QrRecord>
  /** Newest first, like all lists in this type. */
  entries: Entry[]
  slips: SlipRecord[]
  friends: { name: string; amount: Satang; createdAt: string }[]
  inviteBonus: Satang
  losses: Satang
  refunds: { refundAmount: Satang; createdAt: string }[]
  /** The active bonus or promotion. */
  held: { code: string; type: string } | undefined
  /** The times when each bonus or promotion was received, by code. */
  received: Map<string, string[]>
  coins: number
  /** The number of coupons, by slice code. */
  coupons: Map<string, number>
}

/** The registration fields. */
export type Person = Pick<
  Member,
  'name' | 'username' | 'password' | 'bankCode' | 'bankAccountName' | 'bankAccountNo' | 'inviter'
>

let made = 0

/** A new member, without money or history. */
export const newMember = (person: Person): Member => ({
  ...person,
  id: `m${++made}`,
  createdAt: new Date().toISOString(),
  main: 0,
  games: new Map(),
  codes: new Map(),
  entries: [],
  slips: [],
  friends: [],
  inviteBonus: 0,
  losses: 0,
  refunds: [],
  held: undefined,
  received: new Map(),
  coins: 0,
  coupons: new Map(),
})

/**
 * Adds `satang`, which may be negative, to the main wallet and writes a statement line. `amount`: the amount in that
 * line, in satang.
 */
export function book(
  member: Member,
  satang: Satang,
  entry: Omit<Entry, 'amount' | 'createdAt'>,
  amount = Math.abs(satang),
) {
  member.main += satang
  member.entries.unshift({ ...entry, amount, createdAt: new Date().toISOString() })
}
