import { clear } from './handlers/bonus.ts'
import { open, reset } from './handlers/game.ts'
import { gift } from './handlers/gift-link.ts'
import { invite } from './handlers/invite.ts'
import { qr } from './handlers/qr.ts'
import { transfer } from './handlers/transfer.ts'
import type { Kind, OperationKind } from './operation.ts'
import { sms } from './otp.ts'

/** The kinds of operations: how each is booked. */
export const kinds: Readonly<Record<OperationKind, Kind>> = {
  transfer: transfer.kind,
  clear: clear.kind,
  gift: gift.kind,
  qr: qr.kind,
  open: open.kind,
  reset: reset.kind,
  invite: invite.kind,
  sms: sms.kind,
}
