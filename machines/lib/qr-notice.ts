import type { ActorRef, Snapshot } from 'xstate'
import type { QrProvider } from '#contract/qr.ts'

/** Events from a QR tab to the deposit dialog. */
export type QrNotice =
  | { type: 'qr.created'; provider: QrProvider }
  | { type: 'qr.found'; provider: QrProvider }
  | { type: 'qr.typed'; provider: QrProvider }
  | { type: 'qr.moneyMoved' }
  | { type: 'qr.refreshAsked' }
  | { type: 'qr.paidClaimed' }
  | { type: 'qr.closeAsked' }
  | { type: 'qr.cancelled' }
  | { type: 'qr.saveFailed' }
export type QrOwner = ActorRef<Snapshot<unknown>, QrNotice>
