import { toSatang } from '#contract/money.ts'
import { WALLET } from '#contract/transfer.ts'
import type { Db } from '#server/core/db.ts'
import { statementCounts, statements, withdrawals } from '#server/core/schema/money.ts'
import type { StatementRow } from '#server/domain/statement.ts'
import { type Payee, payeeName } from '#server/domain/withdrawal.ts'

type Kind = Pick<StatementRow, 'type' | 'link' | 'description'>
type Past = { hours: number; baht: number; from?: string; to?: string; status?: StatementRow['status'] }

const linked = (link: Kind['link'], description: string, type: Kind['type'] = 'bonus'): Kind => ({
  type,
  link,
  description,
})
const deposit: Kind = { type: 'deposit' }
const transfer: Kind = { type: 'transfer' }
const withdraw: Kind = { type: 'withdraw' }
const NEW_MEMBER = 'สมาชิกใหม่ รับเพิ่ม 10%'

/**
 * The demo member's statement, oldest row first. Amounts are in baht, and `hours` is how long ago a row was added. The
 * rows add up to the seeded balance of the main wallet. Source: R175–R176.
 */
export const HISTORY: readonly (Kind & Past)[] = [
  { ...deposit, from: 'KBANK', baht: 1000, hours: 410 },
  { ...linked('bonus', NEW_MEMBER), from: 'BONUS', baht: 100, hours: 409 },
  { ...transfer, to: 'Moonreel', baht: 800, hours: 408 },
  { ...linked('bonus', NEW_MEMBER, 'finish_bonus'), from: 'Moonreel', baht: 1200, hours: 390 },
  { ...withdraw, baht: 500, hours: 389 },
  { ...deposit, from: 'WW', baht: 500, status: 'FAILED', hours: 240 },
  { ...transfer, to: 'Goalyard', baht: 400, status: 'FAILED', hours: 238 },
  { ...linked('promotion', 'ฝากแรกของสัปดาห์'), from: 'PROMOTION', baht: 200, hours: 170 },
  { ...linked('invite', 'โบนัสแนะนำเพื่อน'), from: 'INVITE', baht: 50, hours: 121 },
  { ...linked('refund', 'คืนยอดเสีย'), from: 'REFUND', baht: 75.5, hours: 96 },
  { ...withdraw, baht: 1000, status: 'FAILED', hours: 73 },
  { ...linked('luckydraw', 'กงล้อนำโชค'), from: 'LUCKYDRAW', baht: 100, hours: 50 },
  { ...deposit, from: 'PAYONEX', baht: 500, hours: 27 },
  { ...transfer, to: 'Courtside', baht: 150, hours: 26 },
  { ...transfer, from: 'Emberfox', baht: 25, hours: 3 },
  { ...withdraw, baht: 300, status: 'PENDING', hours: 2 },
]

/** The amount reserved for pending withdrawals, in baht. */
export const PUT_ASIDE = HISTORY.filter(({ status }) => status === 'PENDING').reduce((sum, { baht }) => sum + baht, 0)

type Told = { memberId: string; entryId: number | null; payee: Payee; now: number }
/**
 * Writes the history into a member's empty statement. Moves no money, because the seed's ledger entry has already done
 * that.
 */
export async function addHistory(tx: Db, { memberId, entryId, payee, now }: Told) {
  const rows = HISTORY.map(({ baht, hours, from = WALLET, to = WALLET, status = 'SUCCESS', ...kind }, at) => ({
    ...kind,
    memberId,
    no: at + 1,
    status,
    from,
    to: kind.type === 'withdraw' ? payeeName(payee) : to,
    amount: toSatang(baht),
    createdAt: new Date(now - hours * 60 * 60_000),
    entryId,
  }))
  await tx.insert(statements).values(rows)
  await tx.insert(statementCounts).values({ memberId, count: rows.length })
  const { bankCode, bankAccountName, bankAccountNo } = payee
  await tx.insert(withdrawals).values(
    rows
      .filter(({ type }) => type === 'withdraw')
      .map(({ no, status }) => ({
        ...{ memberId, no, status, bankCode, bankAccountName, bankAccountNo },
        endEntryId: status === 'PENDING' ? null : entryId,
      })),
  )
}
