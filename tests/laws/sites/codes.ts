import type { AnyStateMachine } from 'xstate'
import { recoverInput, recoverLogic } from '#src/actors/recover.ts'
import { registerInput, registerLogic } from '#src/actors/register.ts'
import recover from '#tests/flows/recover/recover.model.ts'
import otp from '#tests/flows/register/otp.model.ts'
import register from '#tests/flows/register/register.model.ts'
import { outsider } from '../actors.ts'
import type { Law } from '../search.ts'
import type { Site, SiteBounds, SiteWorld } from '../site.ts'
import type { Vertex } from '../tab.ts'
import {
  breaks,
  type CodeFault,
  changed,
  codeIn,
  expired,
  isUsable,
  NOTHING,
  OTHER,
  over,
  type Purpose,
  REFUSED,
  RIGHT,
  type State,
  serverOf,
  VERIFIED,
  WRONG,
} from './codes-server.ts'

const toasts = outsider('toasts')
const TOAST = 'toasts toast.show'

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
    sentence:
      'After five wrong tries, the phone is blocked for 15 minutes: no code is accepted. After that, the player can request a new code. An expired code is never accepted.',
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

/** The moves of a player who enters a code in the machine at this address. */
const entering = (address: string, most: number): Site<State>['player'] => [
  { lines: [[address, 'the player enters the right code', 'otp.submit', { otpCode: RIGHT }]] },
  { lines: [[address, 'the player enters a wrong code', 'otp.submit', { otpCode: OTHER }]] },
  { lines: [[address, 'the player goes back']], isDetour: true },
  { lines: [[address, 'the player tries again']] },
  {
    lines: [
      [address, 'the clock shows 10:04:05'],
      [address, 'the clock shows 10:05:05'],
    ],
    // without this condition, the player could wait in vain: the server sends no more codes within these bounds
    when: ({ codes }) => codes.length < most || codes.some(({ isTold }) => isTold),
  },
  { lines: [[address, 'the player requests another code']], when: ({ codes }) => codes.length < most },
]

/** `begins`: the state in which the player requests the first code. `past`: the states after the code is accepted. */
type Kind = Pick<Site<State>, 'page' | 'models' | 'player' | 'answers'> & {
  purpose: Purpose
  send: string
  verify: string
  checks: readonly string[]
  use: string
  begins: string
  past: readonly string[]
  ends: readonly [string, ...string[]]
}

const site =
  ({ purpose, page, models, player, answers, begins, past, ends, ...calls }: Kind) =>
  (bounds: SiteBounds, faults: readonly CodeFault[] = []): Site<State> => {
    const { uses: most } = bounds
    const server = serverOf(purpose, bounds, faults)
    const stateOf = ({ states }: Vertex, address: string) => states[address] ?? ''
    const { name } = page
    return {
      ...{ page, models, answers },
      player: [...player, ...entering(`${name}/otp`, most)],
      calls: {
        [calls.send]: server.send,
        [calls.verify]: server.verify,
        [calls.use]: server.use,
        ...Object.fromEntries(calls.checks.map((each) => [each, server.check])),
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
        // src/actors/otp.ts stores the token before the reply arrives
        return { state, note: String(input.otpToken) }
      },
      forgetsKeys: faults.includes('a repeated request counts as another wrong code'),
      first: NOTHING,
      happens: (state) => {
        const last = state.codes.at(-1)
        if (!last) return []
        // not a fault if the phone is blocked, because the player must then wait
        const wait = { words: 'fifteen minutes pass', state: over(state), isFault: !server.isBlocked(last) }
        const expiry = { words: 'five minutes pass', state: expired(state), isFault: true }
        return [...(last.age === 'valid' ? [expiry] : []), ...(last.age === 'over' ? [] : [wait])]
      },
      sees: (state, { before, after, sent, note, reply }) => {
        const [from, to] = [stateOf(before, name), stateOf(after, name)]
        const at = codeIn(state, note)
        const code = state.codes[at]
        const isPast = from.startsWith('verifying') && past.some((each) => to.startsWith(each))
        if (isPast && !code?.isVerified) return breaks(state, 'told verified')
        const isRefused = reply?.failure !== undefined && [WRONG, VERIFIED].includes(reply.words)
        const isAccepted = code !== undefined && isUsable(code)
        const isAsked = stateOf(after, `${name}/otp`).startsWith('open')
        if (isRefused && isAccepted && isAsked) return breaks(state, 'told wrong')
        const isTold = code !== undefined && REFUSED.includes(reply?.words ?? '') && sent.includes(TOAST)
        return isTold ? changed(state, at, { isTold: true }) : state
      },
      laws: CODE_LAWS,
      shows: [...past, ends[0]],
      isSettled: (state, vertices, notes) => {
        const { codes } = state
        return vertices.every((vertex, tab) => {
          const [at, check] = [stateOf(vertex, name), stateOf(vertex, `${name}/otp`)]
          const own = codes[codeIn(state, notes[tab])]
          // at the beginning, the player is done once the server sends no more codes within these bounds and no
          // verified phone lets the player continue
          if (at === begins) return codes.length >= most && !(own && isUsable(own))
          // after a refused code, the player can only request another code. In the later states, a phone that already
          // has an account is refused as well.
          const isAtEnd = check === 'open.resendable' || past.some((each) => at.startsWith(each))
          return ends.includes(at) || (isAtEnd && own?.isTold)
        })
      },
    }
  }

/** The page on which a member sets a new password with a code. */
export const recoverByCode = site({
  purpose: 'recover',
  page: { name: 'recover', machine: recoverLogic as AnyStateMachine, input: () => ({ ...recoverInput(), toasts }) },
  models: { recover, 'recover/otp': otp },
  player: [
    { lines: [['recover', 'the player submits ten digits']] },
    { lines: [['recover', 'the player saves a valid password']] },
    { lines: [['recover', 'the player checks again']] },
  ],
  answers: { 'recover/rules': ['the server answers: the site sends codes'] },
  ...{ send: 'recover/otp/otp.send', verify: 'recover/otp/otp.verify', use: 'recover/recover.password', checks: [] },
  begins: 'phone',
  past: ['password'],
  ends: ['saved', 'left'],
})

/** The page on which a visitor registers with a code. */
export const registerByCode = site({
  purpose: 'register',
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
        ['register', 'the player enters the first name of the account holder'],
        ['register', 'the player enters the last name of the account holder'],
        ['register', 'the player registers'],
      ],
    },
    { lines: [['register', 'the player checks again']] },
    { lines: [['register', 'the player registers again']] },
    { lines: [['register', 'the player goes to the login page']] },
    { lines: [['register', 'the player goes back']] },
  ],
  answers: { 'register/lookups': ['the server answers: OTP is on'] },
  send: 'register/otp/otp.send',
  verify: 'register/otp/otp.verify',
  use: 'register/account.create',
  checks: ['register/account.validate'],
  begins: 'phone',
  past: ['profile'],
  ends: ['registered', 'left'],
})
