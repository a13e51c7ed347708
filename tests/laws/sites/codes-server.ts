import { refused } from '#tests/kit/samples/failures.ts'
import { CODE } from '#tests/kit/samples/register.ts'
import type { Asked, Reply, Served, SiteBounds } from '../site.ts'

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
export type State = { codes: Code[]; broken: string[] }
type Faults = ReadonlySet<CodeFault>

const token = (at: number) => `token ${at + 1}`
export const codeIn = ({ codes }: State, of: unknown) => codes.findIndex((_, at) => token(at) === of)
export const latest = ({ codes }: State) => codes.length - 1
export const breaks = (state: State, what: string): State =>
  state.broken.includes(what) ? state : { ...state, broken: [...state.broken, what] }
export const changed = (state: State, at: number, change: Partial<Code>): State => ({
  ...state,
  codes: state.codes.map((code, place) => (place === at ? { ...code, ...change } : code)),
})
const refusal = (words: string, code: string): Reply => ({ words, failure: refused(code) })
/** The right code, and a wrong one. */
export const [RIGHT, OTHER] = [CODE, '000000']
export const WRONG = 'the code is wrong'
export const VERIFIED = 'the phone is already verified'

export const send =
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

export const verify =
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
export const use =
  (faults: Faults, uses: boolean) =>
  (state: State, { note }: Asked): Served<State>[] => {
    const at = codeIn(state, note)
    const code = state.codes[at]
    if (!code?.isVerified || (code.used > 0 && !faults.has('a code can be used twice')))
      return [{ reply: refusal('the phone is not verified', 'UNVERIFIED_OTP'), state }]
    const next = uses ? changed(state, at, { used: code.used + 1 }) : state
    return [{ reply: { words: uses ? 'it makes the change' : 'the profile is valid', output: {} }, state: next }]
  }
