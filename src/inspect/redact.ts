/** What stands where a secret was. */
export const HIDDEN = '•••'

/**
 * Every field of contract/ and machines/ that is nobody's business, in small letters: passwords, codes, tokens, links that are
 * worth money or lead into a game, accounts and whose they are, who a guest is, and what one logs in with, the phone number too.
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

/** Actors whose answers are secrets as a whole: `seal` gives a gift link as it goes over the wire. */
const SECRET_ACTORS = /(^|\.)seal$/

type Fields = Record<string, unknown>

/** A code of failures, games or banks is none; one out of a message is digits, or in an event of the code's field. */
const isCode = (value: unknown, { type }: Fields) =>
  /^[\d\s-]+$/.test(String(value)) || (typeof type === 'string' && type.startsWith('otp.'))

/** What was typed into a secret field: `{ field: 'accountNo', text }`. */
const isTyped = (key: string, { field, name }: Fields) =>
  (key === 'text' || key === 'value') && [field, name].some((of) => SECRETS.has(String(of).toLowerCase()))

/** An answer of a secret actor, in its own snapshot and events, and in the event that its parent gets. */
const isAnswer = (key: string, { type, actorId }: Fields, of: string) =>
  (key === 'output' || key === 'data') && [type, actorId, of].some((name) => SECRET_ACTORS.test(String(name)))

/**
 * A plain copy without secrets, at any depth, in contexts, events, inputs, answers and errors; nothing leaves the page but
 * through this. What is empty stays: that nothing was typed is no secret. `of`: the name of the actor it is about.
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
