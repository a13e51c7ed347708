import { refused } from '#tests/kit/samples/failures.ts'
import { CODE } from '#tests/kit/samples/register.ts'
import type { Asked, Reply, Served, SiteBounds } from '../site.ts'

/** Faults that can be seeded into the server that checks codes. */
export const CODE_FAULTS = [
  'a code can be used twice',
  'a code never expires',
  'wrong codes are not counted',
  'a repeated request counts as another wrong code',
  'the right code is reported as wrong when it is checked again',
] as const
export type CodeFault = (typeof CODE_FAULTS)[number]

/** The purpose of a code: a new password or a registration. */
export type Purpose = 'recover' | 'register'
/**
 * A code that was sent.
 * - `age`: a code expires after five minutes. After fifteen minutes, its verification and the block of the phone are
 *   over, too.
 * - `wrong`: how many wrong codes have reached the server.
 * - `used`: how often its verification was used.
 * - `isEnded`: the code and its verification can no longer be used.
 * - `isTold`: a tab has shown the player that the code was refused.
 */
type Code = {
  age: 'valid' | 'expired' | 'over'
  isVerified: boolean
  wrong: number
  used: number
  isEnded: boolean
  isTold: boolean
}
/** `broken`: the forbidden events that have happened. */
export type State = { codes: Code[]; broken: string[] }
/** The state before anything has happened. */
export const NOTHING: State = { codes: [], broken: [] }

export const tokenOf = (at: number) => `token ${at + 1}`
export const codeIn = ({ codes }: State, of: unknown) => codes.findIndex((_, at) => tokenOf(at) === of)
export const latest = ({ codes }: State) => codes.length - 1
export const breaks = (state: State, what: string): State =>
  state.broken.includes(what) ? state : { ...state, broken: [...state.broken, what] }
export const changed = (state: State, at: number, change: Partial<Code>): State => ({
  ...state,
  codes: state.codes.map((code, place) => (place === at ? { ...code, ...change } : code)),
})
const allChanged = (state: State, change: Partial<Code>): State => ({
  ...state,
  codes: state.codes.map((code) => ({ ...code, ...change })),
})
/** The state after five minutes: the newest code has expired. */
export const expired = (state: State): State => changed(state, latest(state), { age: 'expired' })
/** The state after fifteen minutes: all codes, verifications and blocks are over. */
export const over = (state: State): State => allChanged(state, { age: 'over' })

/** The right code, and a wrong one. */
export const [RIGHT, OTHER] = [CODE, '000000']
export const WRONG = 'the code is wrong'
export const VERIFIED = 'the phone is already verified'
const NEWER = 'there is a newer code'
const USED = 'the code was used'
const EXPIRED = 'the code has expired'
const refusal = (words: string, code: string): Reply => ({ words, failure: refused(code) })
const BLOCKED = refusal('the phone is blocked', 'OTP_BLOCK')
const TAKEN = refusal('the phone has an account', 'EXISTING_USER')
/** The refusals after which the player knows what to do: request another code, enter the code again, or log in. */
export const REFUSED: readonly string[] = [WRONG, NEWER, USED, BLOCKED.words, EXPIRED, TAKEN.words]

/** True if the verification of the code can be used. */
export const isUsable = ({ age, isVerified, isEnded }: Code) => isVerified && !isEnded && age !== 'over'
/** True if an account was created with one of the codes. */
const isTaken = ({ codes }: State) => codes.some(({ used }) => used > 0)

/** The model of the server for the codes of one phone. The phone is blocked after `tries` wrong codes. */
export function serverOf(purpose: Purpose, { tries }: Pick<SiteBounds, 'tries'>, faults: readonly CodeFault[] = []) {
  const has = (fault: CodeFault) => faults.includes(fault)
  const canUse = (code: Code) => isUsable(has('a code can be used twice') ? { ...code, isEnded: false } : code)
  const isBlocked = ({ wrong, age }: Code) => wrong >= tries && age !== 'over' && !has('wrong codes are not counted')

  function send(state: State, { note }: Asked, { uses }: SiteBounds): Served<State>[] {
    const answer = (reply: Reply, next = state) => [{ reply, state: next }]
    const own = state.codes[codeIn(state, note)]
    if (own && canUse(own)) return answer({ words: VERIFIED, output: { code: 'OTP_VERIFIED' } })
    const last = state.codes.at(-1)
    if (last && isBlocked(last)) return answer(BLOCKED)
    if (state.codes.length >= uses) return answer(refusal('there were too many codes', 'REQUEST_LIMIT'))
    const code: Code = { age: 'valid', isVerified: false, wrong: 0, used: 0, isEnded: false, isTold: false }
    const sent = { otpRef: 'AB2C', otpToken: tokenOf(state.codes.length) }
    return answer({ words: 'it sends a code', output: sent }, { ...state, codes: [...state.codes, code] })
  }

  function verify(state: State, { input, isRepeat }: Asked): Served<State>[] {
    const answer = (reply: Reply, next = state) => [{ reply, state: next }]
    const at = codeIn(state, input.otpToken)
    const code = state.codes[at]
    if (!code || at !== latest(state)) return answer(refusal(NEWER, 'OTP_TOKEN_INVALID'))
    if (canUse(code))
      return answer(
        has('the right code is reported as wrong when it is checked again')
          ? refusal(WRONG, 'OTP_CODE_INVALID')
          : refusal(VERIFIED, 'OTP_VERIFIED'),
      )
    if (code.isVerified || code.isEnded) return answer(refusal(USED, 'OTP_NOT_EXIST'))
    if (isBlocked(code)) return answer(BLOCKED)
    const isLate = code.age !== 'valid'
    if (isLate && !has('a code never expires')) return answer(refusal(EXPIRED, 'OTP_EXPIRED'))
    if (input.otpCode === RIGHT) {
      if (purpose === 'register' && isTaken(state)) return answer(TAKEN)
      const next = changed(state, at, { isVerified: true, isTold: false })
      const right = { words: 'the code is right', output: {} }
      return answer(right, isLate || code.wrong >= tries ? breaks(next, 'five tries') : next)
    }
    const counted = changed(state, at, { wrong: Math.min(tries, code.wrong + 1) })
    const next = isRepeat ? breaks(counted, 'one press, one try') : counted
    return answer(code.wrong + 1 >= tries ? BLOCKED : refusal(WRONG, 'OTP_CODE_INVALID'), next)
  }

  /** Answers a request that needs the verification of the tab's code. If `makes` is true, also makes the change. */
  const use =
    (makes: boolean) =>
    (state: State, { note }: Asked): Served<State>[] => {
      const answer = (reply: Reply, next = state) => [{ reply, state: next }]
      const at = codeIn(state, note)
      const code = state.codes[at]
      // the server reveals that a phone has an account only to someone who has verified the phone
      if (code?.isVerified && purpose === 'register' && isTaken(state)) return answer(TAKEN)
      if (!code || !canUse(code)) return answer(refusal('the phone is not verified', 'UNVERIFIED_OTP'))
      if (!makes) return answer({ words: 'the profile is valid', output: {} })
      // a new password invalidates all codes of the phone
      const ended = purpose === 'recover' ? allChanged(state, { isEnded: true }) : state
      const next = changed(ended, at, { used: code.used + 1, isEnded: true })
      return answer({ words: 'it makes the change', output: {} }, next)
    }

  return { send, verify, use: use(true), check: use(false), isBlocked }
}
