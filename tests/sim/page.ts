import { bonusLogic, pendingBonus } from '#src/actors/bonus.ts'
import { depositLogic, pendingDeposits, qrRules } from '#src/actors/deposit.ts'
import { gameAccountLogic, pendingDeed } from '#src/actors/game-account.ts'
import { inviteBonusLogic, pendingInviteBonus } from '#src/actors/invite.ts'
import { pendingRefund, refundLogic } from '#src/actors/refund.ts'
import { startSession } from '#src/actors/session.ts'
import { siteSettings } from '#src/actors/settings.ts'
import { pendingSpin, spinLogic } from '#src/actors/spin.ts'
import { pendingTransfer, transferLogic } from '#src/actors/transfer.ts'
import { pendingWithdrawal, withdrawLogic } from '#src/actors/withdraw.ts'
import { request, wire } from '#src/api/request.ts'
import { token } from '#src/lib/token.ts'

/**
 * The part of the product that the routes of one browser page use. The simulator bundles this file once, and runs the
 * bundle once for each load of a page, so that every page has module instances of its own.
 */
export const page = {
  bonusLogic,
  pendingBonus,
  depositLogic,
  pendingDeposits,
  qrRules,
  gameAccountLogic,
  pendingDeed,
  inviteBonusLogic,
  pendingInviteBonus,
  pendingRefund,
  refundLogic,
  startSession,
  siteSettings,
  pendingSpin,
  spinLogic,
  pendingTransfer,
  transferLogic,
  pendingWithdrawal,
  withdrawLogic,
  request,
  wire,
  token,
}
