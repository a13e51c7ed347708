/** Replaces a secret. */
export const HIDDEN = '•••'

/**
 * Every secret field of contract/ and machines/, in lower case: passwords, codes, tokens, links that are worth money
 * or open a game, accounts and their owners, guest ids, and login names including phone numbers.
 */
const SECRETS = new Set([
  'password',
  'oldpassword',
  'newpassword',
  'confirm',
  'confirmation',
  'pass',
  'token',
  'devicetoken',
  'otp',
  'otptoken',
  'otpcode',
  'authorization',
  'username',
  'user',
  'phone',
  'phonenumber',
  'accountno',
  'bankaccountno',
  'bankaccountname',
  'firstname',
  'lastname',
  'link',
  'fields',
  'guestid',
  'room',
  'sealed',
  'unlock',
  'cookie',
])

/** Actors whose whole output is secret: `seal` returns a gift link in its encrypted form. */
const SECRET_ACTORS = /(^|\.)seal$/

type Fields = Record<string, unknown>

/** A `code` is secret only if it is an OTP: all digits from a message, or in an event of the code's field. */
const isCode = (value: unknown, { type }: Fields) =>
  /^[\d\s-]+$/.test(String(value)) || (typeof type === 'string' && type.startsWith('otp.'))

/** The event of typing into a secret field: `{ field: 'accountNo', text }`. */
const isTyped = (key: string, { field, name }: Fields) =>
  (key === 'text' || key === 'value') && [field, name].some((of) => SECRETS.has(String(of).toLowerCase()))

/** The output of a secret actor, in its own snapshot and events, and in its parent's event. */
const isAnswer = (key: string, { type, actorId }: Fields, of: string) =>
  (key === 'output' || key === 'data') && [type, actorId, of].some((name) => SECRET_ACTORS.test(String(name)))

/**
 * A plain copy without secrets, at any depth, in contexts, events, inputs, outputs and errors; everything that leaves
 * the page goes through it. Empty values stay: that nothing was typed is no secret. `of`: the actor's name.
 */
export function redact<T>(data: T, of = ''): T {
  const hide = function (this: Fields, key: string, value: unknown) {
    if (value === '' || value === null || typeof value === 'boolean') return value
    const small = key.toLowerCase()
    const isSecret =
      SECRETS.has(small) ||
      (small === 'code' && isCode(value, this)) ||
      isTyped(small, this) ||
      isAnswer(small, this, of)
    return isSecret ? HIDDEN : value
  }
  return JSON.parse(JSON.stringify(data, hide)) as T
}
