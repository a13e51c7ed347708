import type { SLIP_REASONS } from '#contract/codes.ts'
import { toSatang } from '#contract/money.ts'
import type { Db } from '#server/core/db.ts'
import { slips } from '#server/core/schema/deposits.ts'
import { putFile } from '#server/domain/stored-files.ts'
import { slipPicture } from './slip-picture.ts'

/** `shown` is the amount in the slip's image, and `read` the amount that the checker recognised, both in baht. */
type Past = {
  minutes: number
  shown: number
  status: (typeof slips.$inferSelect)['status']
  note?: (typeof SLIP_REASONS)[number]
  read?: number
  reference?: string
}

const HOUR = 60
const FIRST = { shown: 1000, read: 1000, reference: 'DEMO20250001' }

/**
 * The demo member's slips, each uploaded `minutes` ago. Accepted slips also appear in the statement history.
 * Source: R178.
 */
const SLIPS: readonly Past[] = [
  { ...FIRST, status: 'SUCCESS', minutes: 410 * HOUR },
  { ...FIRST, status: 'FAILED', note: 'SLIP_REFNO_DUPLICATED', minutes: 410 * HOUR - 20 },
  { shown: 500, status: 'FAILED', note: 'EXPIRED_SLIP', minutes: 236 * HOUR },
  { shown: 320, status: 'FAILED', note: 'UNSTABLE_REFNO_ON_SLIP', minutes: 51 * HOUR },
  { shown: 250.5, status: 'FAILED', note: 'NOT_MATCH', minutes: 26 * HOUR },
  { shown: 99, status: 'PENDING', minutes: 25 },
  { shown: 750, status: 'PENDING', minutes: 4 },
]
const PICTURES = SLIPS.map(({ shown }) => slipPicture(shown.toFixed(2)))

type Sent = { memberId: string; entryId: number | null; folder: string; now: number }
/**
 * Inserts the demo slips for a member, with images in `folder`. Moves no money, because the seed's ledger entry has
 * already credited the accepted slips.
 */
export async function addSlips(tx: Db, { memberId, entryId, folder, now }: Sent) {
  const files = await Promise.all(PICTURES.map((picture) => putFile(folder, picture)))
  const rows = SLIPS.map(({ minutes, shown: _, read = 0, ...slip }, at) => ({
    ...slip,
    memberId,
    file: files[at] ?? '',
    type: 'image/png' as const,
    amount: toSatang(read),
    entryId: slip.status === 'SUCCESS' ? entryId : null,
    createdAt: new Date(now - minutes * 60_000),
  }))
  await tx.insert(slips).values(rows)
}
