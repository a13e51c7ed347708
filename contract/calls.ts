import { accountCalls } from './account.ts'
import { eventCalls } from './account-events.ts'
import { bonusCalls } from './bonus.ts'
import { careCalls } from './care.ts'
import { chatCalls } from './chat.ts'
import { dataCalls } from './data.ts'
import { depositCalls } from './deposit.ts'
import { gameCalls } from './game.ts'
import { giftCalls } from './gift-link.ts'
import { inviteCalls } from './invite.ts'
import { lookupCalls } from './lookup.ts'
import { operatorCalls } from './operator.ts'
import { passkeyCalls } from './passkey.ts'
import { playLimitCalls } from './play-limit.ts'
import { profileCalls } from './profile.ts'
import { promotionCalls } from './promotion.ts'
import { qrCalls } from './qr.ts'
import { recoverCalls } from './recover.ts'
import { refundCalls } from './refund.ts'
import { registerCalls } from './register.ts'
import { sessionCalls } from './sessions.ts'
import { slipCalls } from './slip.ts'
import { spinCalls } from './spin.ts'
import { statementCalls } from './statement.ts'
import { timeCheckCalls } from './time-check.ts'
import { transferCalls } from './transfer.ts'
import { walletCalls } from './wallet.ts'
import { withdrawCalls } from './withdraw.ts'

/**
 * All calls, for the server and the tests. The browser imports each domain's calls separately, so that a route loads
 * only what it needs.
 */
export const calls = {
  ...accountCalls,
  ...sessionCalls,
  ...eventCalls,
  ...passkeyCalls,
  ...registerCalls,
  ...recoverCalls,
  ...profileCalls,
  ...lookupCalls,
  ...operatorCalls,
  ...walletCalls,
  ...transferCalls,
  ...withdrawCalls,
  ...statementCalls,
  ...depositCalls,
  ...qrCalls,
  ...slipCalls,
  ...giftCalls,
  ...gameCalls,
  ...bonusCalls,
  ...promotionCalls,
  ...careCalls,
  ...playLimitCalls,
  ...timeCheckCalls,
  ...dataCalls,
  ...inviteCalls,
  ...refundCalls,
  ...spinCalls,
  ...chatCalls,
}
export type Calls = typeof calls
export type CallName = keyof Calls
