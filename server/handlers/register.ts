import { eq } from 'drizzle-orm'
import type * as v from 'valibot'
import type { registerCalls } from '#contract/register.ts'
import { banks } from '../banks.ts'
import type { Handlers, Tools } from '../call.ts'
import { accountOf } from '../ledger.ts'
import { sources } from '../operator.ts'
import { checkCode, hasVerification, sendCode, takeVerification } from '../otp.ts'
import { hashPassword } from '../password.ts'
import { Refusal } from '../refusal.ts'
import { bankAccountOf, passwordOf, personOf, phoneIn, refuseTaken } from '../registration.ts'
import { members } from '../schema/members.ts'
import { readSwitches } from '../switches.ts'

/** The switches, unless registration is closed: REGISTER_FAIL. */
async function openSwitches({ db }: Tools) {
  const switches = await readSwitches(db)
  if (switches.registerClosed) throw new Refusal('REGISTER_FAIL', 403)
  return switches
}

type Newcomer = v.InferOutput<(typeof registerCalls)['account.create']['input']>

/** Makes a member whose password has this hash. */
async function create(
  tools: Tools,
  { bankCode, bankAccountName, bankAccountNo, currency, ...sent }: Newcomer,
  password: string,
) {
  const { db, now, settings } = tools
  const { registerOTP } = await openSwitches(tools)
  const person = await personOf(tools, sent, async (phone) => !registerOTP || takeVerification(tools, phone))
  const account = await bankAccountOf(tools, { bankCode, bankAccountName, bankAccountNo })
  if ((currency !== undefined) !== settings.isLaos) throw new Refusal('INVALID_USER_INFO')
  const createdAt = new Date(now())
  const [added] = await db
    .insert(members)
    .values({ ...person, ...account, password, currency, createdAt })
    .returning({ id: members.id })
    .catch(refuseTaken)
  if (!added) throw new Error('no member added')
  await accountOf(db, { kind: 'wallet', memberId: added.id })
  return {}
}

/** Becoming a member. Source: R141–R147, R204–R209, R304, R313, R315, R318–R319, R324–R325. */
export const registerHandlers: Pick<Handlers, keyof typeof registerCalls> = {
  'lookup.registerOTP': async (_, { db }) => ({ registerOTP: (await readSwitches(db)).registerOTP }),
  'lookup.banks': async (_, { settings }) => banks(settings.isLaos),
  'lookup.sources': async (_, { language }) => sources(language),

  'otp.send': async ({ phoneNumber }, tools) => {
    const { registerOTP } = await openSwitches(tools)
    const phone = phoneIn(phoneNumber, tools.settings)
    if ((await tools.db.$count(members, eq(members.username, phone))) > 0) throw new Refusal('EXISTING_USER', 409)
    // switched off since the page was opened: none is needed
    return registerOTP ? sendCode(tools, phone) : { code: 'OTP_VERIFIED' }
  },

  'otp.verify': async ({ otpToken, otpCode }, tools) => {
    if (!(await readSwitches(tools.db)).registerOTP) throw new Refusal('OTP_VERIFY_FAIL')
    await checkCode(tools, otpToken, otpCode)
    return {}
  },

  'account.validate': async ({ bankCode = '', bankAccountName = '', bankAccountNo = '', ...person }, tools) => {
    const { registerOTP } = await openSwitches(tools)
    await personOf(tools, person, async (phone) => !registerOTP || hasVerification(tools, phone))
    if (bankCode || bankAccountName || bankAccountNo)
      await bankAccountOf(tools, { bankCode, bankAccountName, bankAccountNo })
    return {}
  },

  'account.create': {
    before: async (sent) => {
      const hash = await hashPassword(passwordOf(sent.password))
      return (tools) => create(tools, sent, hash)
    },
  },
}
