import type { Api } from './api.ts'
import { maybeText, text } from './fields.ts'
import { BANKS } from './lookups.ts'
import { newMember } from './member.ts'
import { Refused } from './refused.ts'
import type { Site } from './site.ts'

const profile = { name: text, username: text, password: text, sourceCode: text, inviteCode: maybeText }
const bank = { bankCode: text, bankAccountName: text, bankAccountNo: text }
const maybeBank = { bankCode: maybeText, bankAccountName: maybeText, bankAccountNo: maybeText }

const isEnglish = (name: string) => /^[A-Za-z ]+$/.test(name)
const randomDigits = () =>
  String(crypto.getRandomValues(new Uint32Array(1))[0])
    .slice(-6)
    .padStart(6, '0')

/** Throws INVALID_BANK or BANK_ACCOUNT_NAME_ENG if the bank account cannot exist. */
function checkBank(bankCode: string, bankAccountName: string) {
  if (!BANKS.some(({ code }) => code === bankCode)) throw new Refused('INVALID_BANK')
  if (['KTB', 'TMB', 'BBL'].includes(bankCode) && !isEnglish(bankAccountName))
    throw new Refused('BANK_ACCOUNT_NAME_ENG')
}

/** Registers the calls for login, registration, OTP and profile. */
export function accounts(api: Api, site: Site) {
  api.anyone('POST /api/login', { username: text, password: text }, ({ username, password }) => {
    const member = site.members.get(username)
    if (member?.password !== password) throw new Refused('WRONG_CREDENTIAL', 401)
    const token = crypto.randomUUID()
    site.tokens.set(token, member)
    return { token }
  })

  const isVerified = (phone: string) => [...site.otps.values()].some((otp) => otp.phone === phone && otp.isVerified)
  api.anyone('POST /api/otp/send', { phoneNumber: text }, ({ phoneNumber: phone }) => {
    if (site.members.has(phone)) throw new Refused('EXISTING_USER')
    if (isVerified(phone)) return { code: 'OTP_VERIFIED' }
    const otpToken = crypto.randomUUID()
    site.otps.set(otpToken, { phone, code: randomDigits(), isVerified: false })
    return { otpRef: otpToken.slice(0, 4).toUpperCase(), otpToken, code: 'SENT' }
  })
  api.anyone('POST /api/otp/verify', { otpToken: text, otpCode: text }, ({ otpToken, otpCode }) => {
    const otp = site.otps.get(otpToken)
    if (!otp) throw new Refused('OTP_TOKEN_INVALID')
    if (otp.code !== otpCode) throw new Refused('OTP_CODE_INVALID')
    otp.isVerified = true
  })
  api.anyone('POST /api/account/validate', { ...profile, ...maybeBank }, ({ username }) => {
    if (site.members.has(username)) throw new Refused('EXISTING_USER')
  })
  api.anyone('POST /api/account', { ...profile, ...bank, currency: maybeText }, (input) => {
    const { name, username, password, inviteCode, bankCode, bankAccountName, bankAccountNo } = input
    if (site.members.has(username)) throw new Refused('EXISTING_USER')
    if (site.switches.registerOTP && !isVerified(username)) throw new Refused('UNVERIFIED_OTP')
    checkBank(bankCode, bankAccountName)
    const inviter = inviteCode ? site.withId(inviteCode.replace(/^PR/, '')) : undefined
    if (inviteCode && !inviter) throw new Refused('ไม่พบรหัสผู้แนะนำนี้')
    site.members.set(
      username,
      newMember({ name, username, password, bankCode, bankAccountName, bankAccountNo, inviter }),
    )
  })

  api.member('GET /api/account/profile', {}, ({ id, name, username }) => ({ _id: id, name, username, level: 'silver' }))
  api.member('PUT /api/account/profile', { name: text, ...bank }, (member, input) => {
    checkBank(input.bankCode, input.bankAccountName)
    Object.assign(member, input)
  })
  const account = { bankCode: text, bankAccountName: text }
  api.member('PUT /api/account/bankAccountName', account, (member, { bankCode, bankAccountName }) => {
    if (bankCode !== member.bankCode) throw new Refused('INVALID_BANK')
    checkBank(bankCode, bankAccountName)
    member.bankAccountName = bankAccountName
  })
  const passwords = { oldPassword: text, newPassword: text }
  api.member('PUT /api/account/changepwd', passwords, (member, { oldPassword, newPassword }) => {
    if (member.password !== oldPassword) throw new Refused('WRONG_PASSWORD')
    member.password = newPassword
  })
}
