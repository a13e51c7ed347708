import type * as v from 'valibot'
import type { registerCalls } from '#contract/register.ts'
import { ApiError } from '#server/core/api-error.ts'
import type { HandlerContext } from '#server/core/context.ts'
import { members } from '#server/core/schema/members.ts'
import { auditedOf } from '#server/domain/audit-log.ts'
import { banks } from '#server/domain/banks.ts'
import { accountOf } from '#server/domain/ledger.ts'
import { sources } from '#server/domain/operator.ts'
import { checkCode, hasVerification, sendCode, takeVerification } from '#server/domain/otp.ts'
import { hashPassword } from '#server/domain/password.ts'
import {
  bankAccountIn,
  expectFree,
  isMember,
  passwordOf,
  personOf,
  phoneIn,
  refuseTaken,
} from '#server/domain/registration.ts'
import type { Handlers } from './handler.ts'

/** Returns the switches. Throws REGISTER_FAIL if registration is closed. */
async function openSwitches({ db, switches }: HandlerContext) {
  const read = await switches(db)
  if (read.registerClosed) throw new ApiError('REGISTER_FAIL', 403)
  return read
}

type Newcomer = v.InferOutput<(typeof registerCalls)['account.create']['input']>

/** Creates a member with this password hash. */
async function create(
  context: HandlerContext,
  { bankCode, bankAccountName, bankAccountNo, currency, ...sent }: Newcomer,
  password: string,
) {
  const { db, now, settings } = context
  const { registerOTP } = await openSwitches(context)
  const person = await personOf(
    context,
    sent,
    async (phone) => !registerOTP || takeVerification(context, phone, 'register'),
  )
  const account = bankAccountIn({ bankCode, bankAccountName, bankAccountNo }, settings)
  if ((currency !== undefined) !== settings.isLaos) throw new ApiError('INVALID_USER_INFO')
  await expectFree(context, account)
  const createdAt = new Date(now())
  const [added] = await db
    .insert(members)
    .values({ ...person, ...account, password, currency, createdAt })
    .returning({ id: members.id })
    .catch(refuseTaken)
  if (!added) throw new Error('no member added')
  await accountOf(db, { kind: 'wallet', memberId: added.id })
  await auditedOf(context, 'register', added.id)
  return {}
}

/** Registration. Source: R141–R147, R204–R209, R304, R313, R315, R318–R319, R324–R325. */
export const registerHandlers: Pick<Handlers, keyof typeof registerCalls> = {
  'lookup.registerOTP': async (_, { db, switches }) => ({ registerOTP: (await switches(db)).registerOTP }),
  'lookup.banks': async (_, { settings }) => banks(settings.isLaos),
  'lookup.sources': async (_, { language }) => sources(language),

  /** A member's phone gets a code like any other phone, so that nobody learns that it belongs to a member. */
  'otp.send': async ({ phoneNumber }, context) => {
    const { registerOTP } = await openSwitches(context)
    const phone = phoneIn(phoneNumber, context.settings)
    // no code is required if OTP was switched off after the client opened the page
    return registerOTP ? sendCode(context, phone, 'register') : { code: 'OTP_VERIFIED' }
  },

  /** Throws EXISTING_USER for a member's phone, but only after the caller has entered the right code for it. */
  'otp.verify': async ({ otpToken, otpCode }, context) => {
    if (!(await context.switches(context.db)).registerOTP) throw new ApiError('OTP_VERIFY_FAIL')
    const phone = await checkCode(context, otpToken, otpCode, 'register')
    if (await isMember(context, phone)) throw new ApiError('EXISTING_USER', 409)
    return {}
  },

  /**
   * Never reveals whether a bank account belongs to a member, because anyone could otherwise probe bank accounts at no
   * cost.
   */
  'account.validate': async ({ bankCode = '', bankAccountName = '', bankAccountNo = '', ...person }, context) => {
    const { registerOTP } = await openSwitches(context)
    await personOf(context, person, async (phone) => !registerOTP || hasVerification(context, phone, 'register'))
    if (bankCode || bankAccountName || bankAccountNo)
      bankAccountIn({ bankCode, bankAccountName, bankAccountNo }, context.settings)
    return {}
  },

  'account.create': {
    before: async (sent, { settings }) => {
      const hash = await hashPassword(await passwordOf(sent.password, phoneIn(sent.username, settings), settings))
      return (context) => create(context, sent, hash)
    },
  },
}
