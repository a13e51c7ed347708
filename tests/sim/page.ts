import { bonusCalls } from '#contract/bonus.ts'
import type { Satang } from '#contract/money.ts'
import { profileCalls } from '#contract/profile.ts'
import { promotionCalls } from '#contract/promotion.ts'
import { refundCalls } from '#contract/refund.ts'
import { withdrawCalls } from '#contract/withdraw.ts'
import { accountEventsLogic } from '#src/actors/account-events.ts'
import { bonusLogic, pendingBonus } from '#src/actors/bonus.ts'
import { careLogic } from '#src/actors/care.ts'
import { openChat } from '#src/actors/chat.ts'
import { conditionsLogic } from '#src/actors/conditions.ts'
import { chatFlagLogic, contactLogic } from '#src/actors/contact.ts'
import { dataExportLogic } from '#src/actors/data-export.ts'
import { depositLogic, pendingDeposits, qrRules } from '#src/actors/deposit.ts'
import { devicesLogic } from '#src/actors/devices.ts'
import { erasureLogic } from '#src/actors/erasure.ts'
import { gameAccountLogic, pendingDeed } from '#src/actors/game-account.ts'
import { homeLogic, seenAgreement } from '#src/actors/home.ts'
import { inviteBonusLogic, inviteLogic, pendingInviteBonus } from '#src/actors/invite.ts'
import { limitQuestionLogic } from '#src/actors/limit-question.ts'
import { limitReviewLogic } from '#src/actors/limit-review.ts'
import { playLimitLogic } from '#src/actors/play-limit.ts'
import { changePasswordLogic, passwordSentAt, profileLogic } from '#src/actors/profile.ts'
import { recoverInput, recoverLogic } from '#src/actors/recover.ts'
import { pendingRefund, refundLogic } from '#src/actors/refund.ts'
import { registerInput, registerLogic } from '#src/actors/register.ts'
import { startSession } from '#src/actors/session.ts'
import { siteSettings } from '#src/actors/settings.ts'
import { pendingSpin, spinLogic } from '#src/actors/spin.ts'
import { spinActiveLogic } from '#src/actors/spin-active.ts'
import { slipsLogic, statementLogic } from '#src/actors/statement.ts'
import { timeCheckLogic } from '#src/actors/time-check.ts'
import { pendingTransfer, transferLogic } from '#src/actors/transfer.ts'
import { pendingWithdrawal, withdrawLogic } from '#src/actors/withdraw.ts'
import { request, wire } from '#src/api/request.ts'
import { inspection } from '#src/inspect/attach.ts'
import { watch } from '#src/inspect/hub.ts'
import { token } from '#src/lib/token.ts'

/** Calls that no screen makes, by name. `key`: the idempotency key, if the call changes something. */
const otherCalls = {
  'wallet.add': (amount: Satang, key: string) => request(withdrawCalls['wallet.add'], { amount, key }),
  'wallet.withdraw': (amount: Satang, key: string) => request(withdrawCalls['wallet.withdraw'], { amount, key }),
  'bonus.minimum': () => request(bonusCalls['bonus.minimum'], {}),
  'promotion.current': () => request(promotionCalls['promotion.current'], {}),
  'refund.addWallet': (_: Satang, key: string) => request(refundCalls['refund.addWallet'], { key }),
  'account.update': async (_: Satang, key: string) => {
    const { name, username } = await request(profileCalls['account.profile'], {})
    const account = { bankCode: 'SCB', bankAccountName: name, bankAccountNo: username }
    return request(profileCalls['account.update'], { name, ...account, key })
  },
}

/**
 * The part of the product that the routes of one browser page use. The simulator bundles this file once, and runs the
 * bundle for each load of a page, so that every page has its own module instances.
 */
export const page = {
  accountEventsLogic,
  bonusLogic,
  careLogic,
  openChat,
  conditionsLogic,
  chatFlagLogic,
  contactLogic,
  dataExportLogic,
  devicesLogic,
  erasureLogic,
  homeLogic,
  seenAgreement,
  limitQuestionLogic,
  limitReviewLogic,
  playLimitLogic,
  changePasswordLogic,
  passwordSentAt,
  profileLogic,
  recoverInput,
  recoverLogic,
  registerInput,
  registerLogic,
  spinActiveLogic,
  slipsLogic,
  statementLogic,
  timeCheckLogic,
  inspection,
  inviteLogic,
  otherCalls,
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
  watch,
  wire,
  token,
}
