import type { Call } from '#contract/call.ts'
import { type CallName, calls } from '#contract/calls.ts'
import {
  type Backend,
  brief,
  type Check,
  check,
  endsSession,
  type Input,
  type Level,
  must,
  type Reply,
} from '../kit.ts'

const code = { code: 'no-such-thing' }
const page = { page: 1, limit: 10 }
const none = {}
const amount = { amount: 0 }
const file = () => new File(['no picture'], 'no-picture.txt', { type: 'text/plain' })

/** For every member call, an input that changes nothing even if it is accepted; `null` if there is no such input. */
const HARMLESS: { [N in CallName]?: Input<N> | object | null } = {
  'account.profile': none,
  'account.update': { name: 'Conform', bankCode: 'NO-SUCH-BANK', bankAccountName: 'CONFORM', bankAccountNo: '0' },
  'account.rename': { bankCode: 'NO-SUCH-BANK', bankAccountName: 'CONFORM' },
  'account.password': { oldPassword: 'not the old password', newPassword: 'another-password-1' },
  'passkey.list': none,
  // each wrong password counts, and ten of them block these calls
  'passkey.prepare': null,
  'passkey.add': { id: 'AA', clientDataJSON: 'AA', attestationObject: 'AA' },
  'passkey.remove': null,
  'passkey.confirm': { digest: 'A'.repeat(43) },
  'session.list': none,
  'account.events': { page: 1, limit: 10 },
  'session.end': { id: 'no-such-session' },
  'session.endOthers': null,
  'care.read': none,
  'care.break': null,
  'limits.read': none,
  'limits.set': { period: 'day', amount: null, isConfirmed: false },
  'limits.review': null,
  'timeCheck.set': null,
  'timeCheck.visit': { since: '1767225600000' },
  'data.page': { after: 'start' },
  'data.erasure': none,
  'data.erase': { password: 'not the password' },
  'data.keep': null,
  'lookup.agreements': none,
  'lookup.notice': none,
  'lookup.deposit': none,
  'lookup.withdraw': none,
  'lookup.slip': none,
  'wallet.get': none,
  'wallet.refresh': none,
  'wallet.activate': code,
  'wallet.account': code,
  'wallet.resetpassword': code,
  'wallet.add': amount,
  'wallet.transfer': { from: 'WALLET', to: 'no-such-game', amount: 1 },
  'wallet.transferAll': { to: 'no-such-game' },
  'wallet.withdraw': amount,
  'wallet.withdrawAll': amount,
  'wallet.slip': { file: file() },
  'wallet.truelink': { link: 'no gift link' },
  'invite.list': page,
  'invite.banners': none,
  'invite.bonus': null,
  'refund.list': page,
  'refund.check': none,
  'refund.banners': none,
  'refund.receive': null,
  'refund.addWallet': null,
  'spin.setup': none,
  'spin.active': none,
  'spin.spin': null,
  'spin.coupons': none,
  'spin.claim': { coupon: 'no-such-coupon' },
  'qr.get': { provider: 'KBANK' },
  'qr.create': { provider: 'KBANK', amount: 0 },
  'qr.remove': { provider: 'KBANK', qrcodeId: 'no-such-code' },
  'autoLogin.user': { provider: 'pg', user: 'nobody' },
  'autoLogin.password': { provider: 'imi', user: 'nobody', pass: 'nothing' },
  'statement.list': page,
  'statement.slips': page,
  'statement.reference': { reference: 'no-such-slip' },
  'bonus.list': none,
  'bonus.active': none,
  'bonus.minimum': none,
  'bonus.activate': code,
  'bonus.clear': null,
  'promotion.find': code,
  'promotion.activate': code,
  'promotion.current': none,
}
/** Inputs for public calls. */
const OPEN: { [N in CallName]?: object } = {
  'account.login': { username: 'nobody', password: 'nothing' },
  'account.validate': { name: '', username: '', password: '', sourceCode: '' },
  'otp.verify': { otpToken: 'no-such-token', otpCode: '000000' },
  'recover.verify': { otpToken: 'no-such-token', otpCode: '000000' },
  'recover.password': { phoneNumber: '', password: '' },
  'chat.history': { userId: null, guestId: null, limit: 10, skip: 0 },
}

/** Values that no field of the contract expects, but that must not break a backend. */
const ODD: readonly unknown[] = [null, '', -1, 1e308, { a: 1 }, '\u0000<b>🎰</b>', 'x'.repeat(5_000)]
/** Calls that limit password guesses. Each odd value uses up one of the few tries. */
const FEW_TRIES: readonly CallName[] = ['account.login', 'account.password']
/** Calls for which a large amount is valid: it might be credited, or a QR code might be created for it. */
const TAKES_ANY_AMOUNT: readonly CallName[] = ['wallet.add', 'qr.create']

const names = Object.keys(calls) as CallName[]
const callOf = (name: CallName): Call => calls[name]
const memberCalls = names.filter((name) => callOf(name).access === 'member')

const mustNotBreak = ({ status, body, isBroken }: Reply, to: string) => {
  must(status < 500, `${to} is answered ${status} ${brief(body)}`)
  must(!isBroken, `${to} is answered without JSON: ${brief(body)}`)
}

/**
 * Lookups are checked only at level full, because the specification does not say whether visitors may use them. Calls
 * beyond the specification are also checked only at that level, because a backend may lack them.
 */
const authLevel = (name: CallName): { level: Level } => ({
  level: name.startsWith('lookup.') || callOf(name).needs ? 'full' : 'plain',
})

const authChecks = (name: CallName): Check[] => [
  check(
    name,
    'a call without a token is refused',
    async (backend) => {
      backend.mustRefuse(await backend.send(name, HARMLESS[name] ?? {}, { token: null }))
    },
    authLevel(name),
  ),
  check(
    name,
    'a call with a wrong token is refused, and signs the client out',
    async (backend) => {
      const reply = await backend.send(name, HARMLESS[name] ?? {}, { token: 'no-token-of-anybody' })
      backend.mustRefuse(reply)
      must(endsSession(reply), `the message is ${brief(reply.body)}`)
    },
    authLevel(name),
  ),
]

/** Returns the inputs of a call, each with one field replaced by an odd value. */
function oddInputs(name: CallName, input: object) {
  const isSafe = (value: unknown) => !TAKES_ANY_AMOUNT.includes(name) || !(Number(value) > 0)
  const values = (FEW_TRIES.includes(name) ? ODD.slice(0, 2) : ODD).filter(isSafe)
  return Object.keys(input)
    .filter((field) => !callOf(name).path.includes(`:${field}`) && !callOf(name).form)
    .flatMap((field) => values.map((value) => ({ field, value, input: { ...input, [field]: value } })))
}

const oddChecks = (name: CallName, input: object): Check[] => {
  const { method } = callOf(name)
  const token = name in OPEN && !name.startsWith('chat.') ? { token: null } : {}
  const hasBody = (method === 'POST' || method === 'PUT') && !callOf(name).form
  return [
    check(name, 'odd values are answered in JSON and break nothing', async (backend) => {
      for (const odd of oddInputs(name, input))
        mustNotBreak(await backend.send(name, odd.input, token), `${odd.field} ${brief(odd.value)}`)
    }),
    ...(hasBody
      ? [
          check(name, 'a body that is no object breaks nothing', async (backend) => {
            for (const raw of ['{"a":', 'null', '"text"', '[]']) {
              const reply = await backend.send(name, input, { ...token, raw })
              mustNotBreak(reply, `the body ${raw}`)
              if (backend.isFull) backend.mustRefuse(reply)
            }
          }),
        ]
      : []),
  ]
}

/** True if the headers of a reply let a cache store it and reuse it later. */
const mayBeKept = ({ headers }: Reply) => {
  const said = headers.get('Cache-Control') ?? ''
  if (/no-store|no-cache|max-age=0/.test(said)) return false
  return /max-age=[1-9]|s-maxage|immutable|public/.test(said) || Date.parse(headers.get('Expires') ?? '') > Date.now()
}

/** True if the reply has a JSON media type. */
const isJsonType = ({ headers }: Reply) => /^application\/([\w.+-]+\+)?json\b/.test(headers.get('Content-Type') ?? '')

async function headerRules(backend: Backend, name: CallName, input: object) {
  const reply = await backend.send(name, input)
  if (callOf(name).method === 'GET') must(!mayBeKept(reply), 'a cache may keep the reply of a member')
  if (!backend.isFull) return
  must(reply.body === undefined || isJsonType(reply), `the reply is ${reply.headers.get('Content-Type')}`)
  if (callOf(name).kind !== 'change') return
  must(/no-store/.test(reply.headers.get('Cache-Control') ?? ''), 'the reply of a change is not no-store')
}

const headerChecks = (name: CallName, input: object): Check[] => [
  check(name, 'no cache may keep the reply', (backend) => headerRules(backend, name, input)),
  check(
    name,
    'a call without X-Requested-With is refused with KEY_MISSING',
    async (backend) => {
      const headers = { 'X-Requested-With': null }
      backend.mustRefuse(await backend.send(name, input, { headers }), 'KEY_MISSING')
    },
    { level: 'full' },
  ),
  ...(callOf(name).kind === 'change'
    ? [
        check(
          name,
          'a change without a key is refused with KEY_MISSING',
          async (backend) => {
            const reply = await backend.send(name, input, { key: null })
            // a request with an invalid input may be refused because of its input first
            backend.mustRefuse(reply, 'KEY_MISSING', 'NO_DATA', 'SLIP_NO_FILE', 'SLIP_INVALID_FILE')
          },
          { level: 'full' },
        ),
      ]
    : []),
]

const harmless = memberCalls.flatMap((name) => {
  const input = HARMLESS[name]
  return input === null || input === undefined ? [] : [{ name, input }]
})

/** Rules for every call: who may make it, how it handles odd input, and which headers its reply has. */
export const everyCallChecks: readonly Check[] = [
  ...memberCalls.flatMap(authChecks),
  ...harmless.flatMap(({ name, input }) =>
    [...oddChecks(name, input), ...headerChecks(name, input)].map((each) =>
      callOf(name).needs ? { ...each, level: 'full' as const } : each,
    ),
  ),
  ...(Object.entries(OPEN) as [CallName, object][]).flatMap(([name, input]) => oddChecks(name, input)),
]
