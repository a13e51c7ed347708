import { expect, it, test } from 'vitest'
import { ERROR_CODES, SLIP_REASONS, SPIN_CODES } from '#contract/codes.ts'
import en from '#locales/en.json' with { type: 'json' }
import la from '#locales/la.json' with { type: 'json' }
import th from '#locales/th.json' with { type: 'json' }

type Row = [id: string, code: string]
const rows = (table: string) =>
  table
    .trim()
    .split('\n')
    .map((row) => row.split(' ') as Row)
const languages = [th, la, en]

/** Every code of R418–R507 with its requirement, spelled as in the specification. */
const CODES = rows(`
R418 UNAUTHORIZED
R419 EXPIRED_AUTH_TOKEN
R420 INVALID_USER_1
R421 INVALID_USER_2
R422 INVALID_USER_3
R423 INVALID_USER_4
R424 INVALID_IP
R425 NO_USER
R426 WRONG_PASSWORD
R427 WRONG_CREDENTIAL
R428 INACTIVE_USER
R429 LOGIN_FAIL
R430 OTP_BLOCK
R431 REQUEST_LIMIT
R432 REQUEST_LIMIT_1MIN
R433 OTP_TOKEN_INVALID
R434 OTP_NOT_EXIST
R435 OTP_VERIFIED
R436 OTP_EXPIRED
R437 OTP_CODE_INVALID
R438 OTP_SEND_FAIL
R439 OTP_VERIFY_FAIL
R440 EXISTING_USER
R441 EXISTING_BANK
R442 INVALID_USER_INFO
R443 UNVERIFIED_OTP
R444 INVALID_BANK
R445 BANK_ACCOUNT_NAME_ENG
R446 REGISTER_FAIL
R447 PHONE_NUMBER_REQUIRE_10_DIGIT
R448 BONUS_REMAINING
R449 BONUS_ALREADY_ACTIVE
R450 BONUS_MAX_CLAIMED
R451 BONUS_CONDITION
R452 BONUS_CLEAR
R453 BONUS_FULL
R454 INVITE_COLLECT
R455 INVITE_INACTIVE
R456 NO_INVITE_BONUS
R457 NO_INVITEE_PLAY_INFO
R458 INVITE_BONUS_SUCCESS
R459 INVITE_BONUS_FAIL
R460 NO_PROMOTION
R461 PROMOTION_RECEIVED
R462 NO_REFUND
R463 REFUND_CONDITION
R464 REFUND_SUCCESS
R465 REFUND_INACTIVE
R466 REFUND_MINIMUM
R467 QR_FAIL
R468 NO_BANK
R469 NO_WALLET
R470 NO_GAME
R471 MONEY_NOT_ENOUGH
R472 SLOT_ALREADY_ACTIVE
R473 SLOT_ACTIVATE_FAIL
R474 SLOT_NO_ACCOUNT
R475 SLOT_RESET_PASSWORD_FAIL
R476 GAME_ACTIVATION_FAIL
R477 TRANSFER_MINIMUM
R478 TRANSFER_FAIL
R479 NOT_AREASLOT
R480 NOT_UFABET
R481 SLIP_UPLOAD_FAIL
R482 SLIP_NO_FILE
R483 SLIP_INVALID_FILE
R484 TRUELINK_DUPLICATE
R485 TRUELINK_INVALID
R486 KEY_MISSING
R487 KEY_INVALID
R488 NO_DATA
R489 INTERNAL_SERVER_ERROR
`)
const SPIN = rows(`
R490 NO_CLAIMABLE_COUPON
R491 INVALID_PRIZE_CODE
R492 INVALID_CODE
R493 INVALID_COUPON_TYPE
R494 COUPON_EXPIRED
R495 BONUS_REMAINING
`)
const SLIP = rows(`
R497 UPLOADED_FILE_NOT_EXIST
R498 IMG_SIZE_UNABLE_TO_PROCESS
R499 CANNOT_READ_CROPPED_IMAGE
R500 DEST_ACC_INVALID
R501 SLIP_REFNO_DUPLICATED
R502 UNSTABLE_REFNO_ON_SLIP
R503 TRIPPLE_WRONG_CAPTCHA
R504 INVALID_SLIP
R505 NOT_MATCH
R506 EXPIRED_SLIP
R507 UNKNOW_ERROR
`)
/** The codes that share one text, because each means that the slip itself is wrong. */
const WRONG_SLIP = SLIP.slice(0, 3).map(([, code]) => code)

const has = (texts: object, code: string) => expect(texts).toHaveProperty([code], expect.stringMatching(/\S/))

test.each(CODES)('%s %s has a text under errorMsg in every language', (_, code) => {
  for (const { errorMsg } of languages) has(errorMsg, code)
})

test.each(SPIN)('%s %s has a text under spin.error in every language', (_, code) => {
  for (const { spin } of languages) has(spin.error, code)
})

test.each(SLIP)('%s %s has a text under slip.reason in every language', (_, code) => {
  for (const { slip } of languages) has(slip.reason, code)
})

test('three slip reasons share one text, and every other reason has its own (R497, R498, R499)', () => {
  for (const { slip } of languages) {
    const texts: Record<string, string> = slip.reason
    expect(new Set(WRONG_SLIP.map((code) => texts[code])).size).toBe(1)
    expect(new Set(Object.values(texts)).size).toBe(SLIP.length - 2)
  }
})

test('the contract has exactly the codes of the spec plus four additional ones (R418, R489, R490, R495, R497, R507)', () => {
  const own = ['TRANSFER_REFUSED', 'INVITE_CODE_INVALID', 'PASSWORD_COMMON', 'OUTCOME_PENDING']
  const codes = (table: Row[]) => table.map(([, code]) => code).sort()
  expect([...ERROR_CODES].sort()).toEqual([...codes(CODES), ...own].sort())
  for (const code of own) has(languages[0]?.errorMsg ?? {}, code)
  expect([...SPIN_CODES].sort()).toEqual(codes(SPIN))
  expect([...SLIP_REASONS].sort()).toEqual(codes(SLIP))
})

it('a wrong invite code has its own text in every language (R45, R392)', () => {
  for (const { errorMsg, register } of languages) {
    expect(errorMsg.INVITE_CODE_INVALID.toLowerCase()).toContain(register.invite.toLowerCase())
    expect(errorMsg.INVITE_CODE_INVALID).not.toBe(errorMsg.INVALID_USER_INFO)
  }
})
