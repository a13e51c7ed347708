/**
 * The error codes that a reply may contain. Each has a message under `errorMsg` in every language. Source: R418–R489.
 */
export const ERROR_CODES = [
  'UNAUTHORIZED',
  'EXPIRED_AUTH_TOKEN',
  'INVALID_USER_1',
  'INVALID_USER_2',
  'INVALID_USER_3',
  'INVALID_USER_4',
  'INVALID_IP',
  'NO_USER',
  'WRONG_PASSWORD',
  'WRONG_CREDENTIAL',
  'INACTIVE_USER',
  'LOGIN_FAIL',
  'OTP_BLOCK',
  'REQUEST_LIMIT',
  'REQUEST_LIMIT_1MIN',
  'OTP_TOKEN_INVALID',
  'OTP_NOT_EXIST',
  'OTP_VERIFIED',
  'OTP_EXPIRED',
  'OTP_CODE_INVALID',
  'OTP_SEND_FAIL',
  'OTP_VERIFY_FAIL',
  'EXISTING_USER',
  'EXISTING_BANK',
  'INVALID_USER_INFO',
  'UNVERIFIED_OTP',
  'INVALID_BANK',
  'BANK_ACCOUNT_NAME_ENG',
  'REGISTER_FAIL',
  'PHONE_NUMBER_REQUIRE_10_DIGIT',
  'BONUS_REMAINING',
  'BONUS_ALREADY_ACTIVE',
  'BONUS_MAX_CLAIMED',
  'BONUS_CONDITION',
  'BONUS_CLEAR',
  'BONUS_FULL',
  'INVITE_COLLECT',
  'INVITE_INACTIVE',
  'NO_INVITE_BONUS',
  'NO_INVITEE_PLAY_INFO',
  'INVITE_BONUS_SUCCESS',
  'INVITE_BONUS_FAIL',
  'NO_PROMOTION',
  'PROMOTION_RECEIVED',
  'NO_REFUND',
  'REFUND_CONDITION',
  'REFUND_SUCCESS',
  'REFUND_INACTIVE',
  'REFUND_MINIMUM',
  'QR_FAIL',
  'NO_BANK',
  'NO_WALLET',
  'NO_GAME',
  'MONEY_NOT_ENOUGH',
  'SLOT_ALREADY_ACTIVE',
  'SLOT_ACTIVATE_FAIL',
  'SLOT_NO_ACCOUNT',
  'SLOT_RESET_PASSWORD_FAIL',
  'GAME_ACTIVATION_FAIL',
  'TRANSFER_MINIMUM',
  'TRANSFER_FAIL',
  'NOT_AREASLOT',
  'NOT_UFABET',
  'SLIP_UPLOAD_FAIL',
  'SLIP_NO_FILE',
  'SLIP_INVALID_FILE',
  'TRUELINK_DUPLICATE',
  'TRUELINK_INVALID',
  'KEY_MISSING',
  'KEY_INVALID',
  'NO_DATA',
  'INTERNAL_SERVER_ERROR',
  // not in the catalogue: a game refused to return money in a transfer (assumed)
  'TRANSFER_REFUSED',
  // not in the catalogue: the invite code given at registration is unknown (assumed)
  'INVITE_CODE_INVALID',
  // not in the catalogue: a new password is too common to be safe (assumed)
  'PASSWORD_COMMON',
  // not in the catalogue: the outcome of a change at a provider is still unknown (assumed)
  'OUTCOME_PENDING',
] as const
export type ErrorCode = (typeof ERROR_CODES)[number]

/** The error codes of a login with a wrong phone number or password. */
export const WRONG_LOGIN_CODES: readonly string[] = [
  'WRONG_CREDENTIAL',
  'WRONG_PASSWORD',
  'NO_USER',
] satisfies ErrorCode[]

/** The prize wheel's error codes. Each has a message under `spin.error`. Source: R490–R495. */
export const SPIN_CODES = [
  'NO_CLAIMABLE_COUPON',
  'INVALID_PRIZE_CODE',
  'INVALID_CODE',
  'INVALID_COUPON_TYPE',
  'COUPON_EXPIRED',
  'BONUS_REMAINING',
] as const

/** Error codes that keep a member from play for a while: the member is on a break, or has reached a limit. */
export const BARRED_CODES = ['PLAY_BREAK', 'LOSS_LIMIT', 'TIME_LIMIT'] as const

/**
 * Error codes that are not in the catalogue and for which the client has no message. The reply contains a message in
 * the player's language (assumed, R395):
 * - the member has no coins left, or the wheel is off
 * - a withdrawal must wait, or exceeds what is left of the daily limit
 * - the member is on a break from play, or has reached a limit
 * - a passkey was refused or could not be saved, or the member already has the maximum number of passkeys
 */
export const TOLD_CODES = [
  'NO_COIN',
  'NO_WHEEL',
  'WITHDRAW_WAIT',
  'WITHDRAW_DAY',
  ...BARRED_CODES,
  'DEPOSIT_LIMIT',
  'PASSKEY_REFUSED',
  'PASSKEY_NOT_ADDED',
  'PASSKEY_FULL',
] as const

/**
 * The reasons for rejecting a slip, spelled as the slip checker sends them. Each has a message under `slip.reason`.
 * Source: R497–R507.
 */
export const SLIP_REASONS = [
  'UPLOADED_FILE_NOT_EXIST',
  'IMG_SIZE_UNABLE_TO_PROCESS',
  'CANNOT_READ_CROPPED_IMAGE',
  'DEST_ACC_INVALID',
  'SLIP_REFNO_DUPLICATED',
  'UNSTABLE_REFNO_ON_SLIP',
  'TRIPPLE_WRONG_CAPTCHA',
  'INVALID_SLIP',
  'NOT_MATCH',
  'EXPIRED_SLIP',
  'UNKNOW_ERROR',
] as const
