import type { Kind, OperationKind } from '#server/domain/operation.ts'
import { sms } from '#server/domain/otp.ts'
import { clear } from './bonus-clear.ts'
import { open, reset } from './game.ts'
import { gift } from './gift-link.ts'
import { invite } from './invite.ts'
import { qr } from './qr.ts'
import { transfer } from './transfer.ts'

/** The kinds of operations, each with the code that books it. */
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
