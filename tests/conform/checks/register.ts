import { check, refusal } from '../kit.ts'

const PERSON = { name: 'Conform', password: 'conform-check-1', sourceCode: 'other', inviteCode: '' }
const ACCOUNT = { bankCode: 'NO-SUCH-BANK', bankAccountName: 'CONFORM', bankAccountNo: '0000000000' }

/** Registration: only refusals are checked, because the examined member is already registered. */
export const registerChecks = [
  refusal(
    'account.validate',
    'the phone number of a member',
    async ({ subject }) => ({
      ...PERSON,
      username: subject.member,
    }),
    ['EXISTING_USER', 'UNVERIFIED_OTP'],
  ),
  refusal(
    'account.create',
    'a second registration of a member',
    async ({ subject }) => ({
      ...PERSON,
      ...ACCOUNT,
      username: subject.member,
    }),
    ['EXISTING_USER', 'UNVERIFIED_OTP'],
  ),
  refusal('account.create', 'a registration without a password', async ({ subject }) => {
    const { password: _, ...person } = PERSON
    return { ...person, ...ACCOUNT, username: subject.member }
  }),
  refusal(
    'account.validate',
    'an invite code of nobody',
    { ...PERSON, username: '0999999999', inviteCode: 'PRconform-nobody' },
    ['INVITE_CODE_INVALID', 'UNVERIFIED_OTP'],
    { level: 'full' },
  ),
  check('otp.send', 'the phone number of a member gets a refusal, or a code with its token', async (backend) => {
    const reply = await backend.send('otp.send', { phoneNumber: backend.subject.member }, { token: null })
    if (reply.status < 300) backend.mustSucceed('otp.send', reply)
    else backend.mustRefuse(reply, 'EXISTING_USER', 'OTP_BLOCK', 'REQUEST_LIMIT', 'REQUEST_LIMIT_1MIN', 'REGISTER_FAIL')
  }),
  refusal('otp.verify', 'a one-time code with an unknown token', { otpToken: 'no-such-token', otpCode: '000000' }, [
    'OTP_TOKEN_INVALID',
    'OTP_NOT_EXIST',
    'OTP_CODE_INVALID',
    'OTP_VERIFY_FAIL',
  ]),
  check(
    'recover.send',
    'the phone number of nobody gets a code with its token, like that of a member',
    async (backend) => {
      const reply = await backend.send('recover.send', { phoneNumber: '0999999999' }, { token: null })
      if (reply.status < 300) backend.mustSucceed('recover.send', reply)
      else backend.mustRefuse(reply, 'OTP_BLOCK', 'OTP_SEND_FAIL', 'REQUEST_LIMIT', 'REQUEST_LIMIT_1MIN')
    },
    { level: 'full' },
  ),
  refusal(
    'recover.verify',
    'a one-time code with an unknown token',
    { otpToken: 'no-such-token', otpCode: '000000' },
    ['OTP_TOKEN_INVALID', 'OTP_NOT_EXIST', 'OTP_CODE_INVALID', 'OTP_VERIFY_FAIL'],
    { level: 'full' },
  ),
  refusal(
    'recover.password',
    'a new password for a member, without a code',
    async ({ subject }) => ({ phoneNumber: subject.member, password: PERSON.password }),
    ['UNVERIFIED_OTP'],
    { level: 'full' },
  ),
]
