import type { AnyStateMachine } from 'xstate'
import { recoverInput, recoverLogic } from '#src/actors/recover.ts'
import { registerInput, registerLogic } from '#src/actors/register.ts'
import recover from '#tests/flows/recover/recover.model.ts'
import otp from '#tests/flows/register/otp.model.ts'
import register from '#tests/flows/register/register.model.ts'
import { refused } from '#tests/kit/samples/failures.ts'
import { CODE } from '#tests/kit/samples/register.ts'
import { outsider } from '../actors.ts'
import type { Law } from '../search.ts'
import type { Asked, Reply, Served, Site, SiteBounds, SiteWorld } from '../site.ts'
import type { Vertex } from '../tab.ts'

/** Faults that can be seeded into the server of codes. */
export const CODE_FAULTS = [
  'a code can be used twice',
  'a code never expires',
  'wrong codes are not counted',
  'a repeated request counts as another wrong code',
  'the right code is reported as wrong when it is checked again',
] as const
export type CodeFault = (typeof CODE_FAULTS)[number]

/**
 * A code that was sent. `wrong`: how many wrong codes have reached the server; `used`: how often its verification was
 * used.
 */
type Code = { isExpired: boolean; isVerified: boolean; wrong: number; used: number }
/** `broken`: what must not happen, and did. */
type State = { codes: Code[]; broken: string[] }
type Faults = ReadonlySet<CodeFault>

const toasts = outsider('toasts')
const token = (at: number) => `token ${at + 1}`
const codeIn = ({ codes }: State, of: unknown) => codes.findIndex((_, at) => token(at) === of)
const latest = ({ codes }: State) => codes.length - 1
const breaks = (state: State, what: string): State =>
  state.broken.includes(what) ? state : { ...state, broken: [...state.broken, what] }
const changed = (state: State, at: number, change: Partial<Code>): State => ({
  ...state,
  codes: state.codes.map((code, place) => (place === at ? { ...code, ...change } : code)),
})
const refusal = (words: string, code: string): Reply => ({ words, failure: refused(code) })
/** The right code, and a wrong one. */
const [RIGHT, OTHER] = [CODE, '000000']
const WRONG = 'the code is wrong'
const VERIFIED = 'the phone is already verified'

const send =
  (faults: Faults) =>
  (state: State, { note }: Asked, { uses }: SiteBounds): Served<State>[] => {
    const own = state.codes[codeIn(state, note)]
    if (own?.isVerified && (own.used === 0 || faults.has('a code can be used twice')))
      return [{ reply: { words: VERIFIED, output: { code: 'OTP_VERIFIED' } }, state }]
    if (state.codes.length >= uses) return [{ reply: refusal('there were too many codes', 'REQUEST_LIMIT'), state }]
    const code: Code = { isExpired: false, isVerified: false, wrong: 0, used: 0 }
    const sent = { otpRef: 'AB2C', otpToken: token(state.codes.length) }
    return [{ reply: { words: 'it sends a code', output: sent }, state: { ...state, codes: [...state.codes, code] } }]
  }

const verify =
  (faults: Faults, tries: number) =>
  (state: State, { input, isRepeat }: Asked): Served<State>[] => {
    const at = codeIn(state, input.otpToken)
    const code = state.codes[at]
    const answer = (reply: Reply, next = state) => [{ reply, state: next }]
    if (!code || at !== latest(state)) return answer(refusal('there is a newer code', 'OTP_TOKEN_INVALID'))
    const isUsedUp = code.used > 0 && !faults.has('a code can be used twice')
    if (code.isVerified && !isUsedUp)
      return answer(
        faults.has('the right code is reported as wrong when it is checked again')
          ? refusal(WRONG, 'OTP_CODE_INVALID')
          : refusal(VERIFIED, 'OTP_VERIFIED'),
      )
    if (isUsedUp) return answer(refusal('the code was used', 'OTP_NOT_EXIST'))
    const isBlocked = code.wrong >= tries && !faults.has('wrong codes are not counted')
    if (isBlocked) return answer(refusal('the phone is blocked', 'OTP_BLOCK'))
    if (code.isExpired && !faults.has('a code never expires'))
      return answer(refusal('the code has expired', 'OTP_EXPIRED'))
    if (input.otpCode === RIGHT) {
      const next = changed(state, at, { isVerified: true })
      const isLate = code.isExpired || code.wrong >= tries
      return answer({ words: 'the code is right', output: {} }, isLate ? breaks(next, 'five tries') : next)
    }
    const counted = changed(state, at, { wrong: Math.min(tries, code.wrong + 1) })
    const next = isRepeat ? breaks(counted, 'one press, one try') : counted
    return answer(
      code.wrong + 1 >= tries ? refusal('the phone is blocked', 'OTP_BLOCK') : refusal(WRONG, 'OTP_CODE_INVALID'),
      next,
    )
  }

/** Uses the verification of the tab's code for a password, or for an account. */
const use =
  (faults: Faults, uses: boolean) =>
  (state: State, { note }: Asked): Served<State>[] => {
    const at = codeIn(state, note)
    const code = state.codes[at]
    if (!code?.isVerified || (code.used > 0 && !faults.has('a code can be used twice')))
      return [{ reply: refusal('the phone is not verified', 'UNVERIFIED_OTP'), state }]
    const next = uses ? changed(state, at, { used: code.used + 1 }) : state
    return [{ reply: { words: uses ? 'it makes the change' : 'the profile is valid', output: {} }, state: next }]
  }

const LAWS = {
  countsOnce: {
    name: 'one press, one try',
    sentence:
      'A press of the button uses up at most one of the five tries of a code, however often its request arrives.',
    cites: 'R325',
    holds: ({ state }) => !state.broken.includes('one press, one try'),
  },
  fiveTries: {
    name: 'five tries',
    sentence: 'After five wrong tries, no code is accepted. An expired code is never accepted.',
    cites: 'R325',
    holds: ({ state }) => !state.broken.includes('five tries'),
  },
  usedOnce: {
    name: 'one code, one use',
    sentence: 'A code from a text message is good for one account or one new password, also in two tabs.',
    cites: 'R206, R571, D-40',
    holds: ({ state }) => state.codes.every(({ used }) => used <= 1),
  },
  toldVerified: {
    name: 'told verified',
    sentence: 'The player gets past the code only if the server has verified the phone.',
    cites: 'R207',
    holds: ({ state }) => !state.broken.includes('told verified'),
  },
  toldWrong: {
    name: 'told wrong',
    sentence:
      'A code that the server has accepted is never reported to the player as wrong, also when it is checked again.',
    cites: 'R392, D-40',
    holds: ({ state }) => !state.broken.includes('told wrong'),
  },
} as const satisfies Record<string, Law<SiteWorld<State>>>
export const CODE_LAWS = Object.values(LAWS)

/** The words of a player who enters a code at the machine with this address. */
const entering = (address: string, most: number): Site<State>['player'] => [
  { lines: [[address, 'the player enters the right code', 'otp.submit', { otpCode: RIGHT }]] },
  { lines: [[address, 'the player enters a wrong code', 'otp.submit', { otpCode: OTHER }]] },
  { lines: [[address, 'the player goes back']] },
  { lines: [[address, 'the player tries again']] },
  {
    lines: [
      [address, 'the clock says 10:04:05'],
      [address, 'the clock says 10:05:05'],
      [address, 'the player requests another code'],
    ],
    when: ({ codes }) => codes.length < most,
  },
]

/** `past`: the states behind the code. */
type Kind = Pick<Site<State>, 'page' | 'models' | 'player' | 'answers'> & {
  send: string
  verify: string
  checks: readonly string[]
  use: string
  past: readonly string[]
  ends: readonly [string, ...string[]]
}

const site =
  ({ page, models, player, answers, past, ends, ...calls }: Kind) =>
  ({ tries, uses: most }: SiteBounds, faults: readonly CodeFault[] = []): Site<State> => {
    const seeded = new Set(faults)
    const verifying = verify(seeded, tries)
    const stateOf = ({ states }: Vertex, address: string) => states[address] ?? ''
    const { name } = page
    return {
      ...{ page, models, answers },
      player: [...player, ...entering(`${name}/otp`, most)],
      calls: {
        [calls.send]: send(seeded),
        [calls.verify]: verifying,
        [calls.use]: use(seeded, true),
        ...Object.fromEntries(calls.checks.map((each) => [each, use(seeded, false)])),
      },
      names: {
        'otp.send': 'the request for a code',
        'otp.verify': 'the check of the code',
        'recover.password': 'the new password',
        'account.validate': 'the profile',
        'account.create': 'the registration',
      },
      asks: (state, { address, input, note }) => {
        if (address !== calls.verify) return { state, note }
        // src/actors/otp.ts stores the token before the reply
        return { state, note: String(input.otpToken) }
      },
      forgetsKeys: seeded.has('a repeated request counts as another wrong code'),
      first: { codes: [], broken: [] },
      happens: (state) => {
        const at = latest(state)
        return at >= 0 && !state.codes[at]?.isExpired
          ? [{ words: 'five minutes pass', state: changed(state, at, { isExpired: true }), isFault: true }]
          : []
      },
      sees: (state, { before, after, note, reply }) => {
        const [from, to] = [stateOf(before, name), stateOf(after, name)]
        const code = state.codes[codeIn(state, note)]
        const isPast = from.startsWith('verifying') && past.some((each) => to.startsWith(each))
        if (isPast && !code?.isVerified) return breaks(state, 'told verified')
        const isRefused = reply?.failure !== undefined && [WRONG, VERIFIED].includes(reply.words)
        const isAccepted = code?.isVerified === true && code.used === 0
        const isAsked = stateOf(after, `${name}/otp`).startsWith('open')
        return isRefused && isAccepted && isAsked ? breaks(state, 'told wrong') : state
      },
      laws: CODE_LAWS,
      shows: [...past, ends[0]],
      isSettled: ({ codes }, vertices) =>
        codes.length >= most || vertices.every((vertex) => ends.includes(stateOf(vertex, name))),
    }
  }

/** A member sets a new password with a code. */
export const recoverByCode = site({
  page: { name: 'recover', machine: recoverLogic as AnyStateMachine, input: () => ({ ...recoverInput(), toasts }) },
  models: { recover, 'recover/otp': otp },
  player: [
    { lines: [['recover', 'the player submits ten digits']] },
    { lines: [['recover', 'the player saves a valid password']] },
    { lines: [['recover', 'the player checks again']] },
  ],
  answers: { 'recover/rules': ['the server answers: the site sends codes'] },
  ...{ send: 'recover/otp/otp.send', verify: 'recover/otp/otp.verify', use: 'recover/recover.password', checks: [] },
  past: ['password'],
  ends: ['saved', 'left'],
})

/** A visitor registers with a code. */
export const registerByCode = site({
  page: {
    name: 'register',
    machine: registerLogic as AnyStateMachine,
    input: () => ({ ...registerInput(undefined), toasts }),
  },
  models: { register, 'register/otp': otp },
  player: [
    {
      lines: [
        ['register', 'the player enters a phone number of ten digits'],
        ['register', 'the player continues'],
      ],
    },
    {
      lines: [
        ['register', 'the player enters a name'],
        ['register', 'the player chooses a referral source'],
        ['register', 'the player continues', 'profile.submit'],
      ],
    },
    {
      lines: [
        ['register', 'the player chooses a bank'],
        ['register', 'the player enters the account number'],
        ['register', 'the player enters the first name of the account'],
        ['register', 'the player enters the last name of the account'],
        ['register', 'the player registers'],
      ],
    },
    { lines: [['register', 'the player checks again']] },
    { lines: [['register', 'the player registers again']] },
  ],
  answers: { 'register/lookups': ['the server answers: OTP is on'] },
  send: 'register/otp/otp.send',
  verify: 'register/otp/otp.verify',
  use: 'register/account.create',
  checks: ['register/account.validate'],
  past: ['profile'],
  ends: ['registered', 'left'],
})
