/**
 * The phrases by which a step's text refers to an invoked actor, by the actor's id. Actors named after their call are
 * not listed. All others are described as a request to the server.
 */
const HEADS: Readonly<Record<string, { done: string; error?: string }>> = {
  attempt: { done: 'the attempt ends' },
  call: { done: 'the server answers', error: 'sending fails' },
  chance: { done: 'the app decides', error: 'deciding fails' },
  create: { done: 'the browser answers', error: 'the browser fails' },
  enter: { done: 'the app reports', error: 'the request fails' },
  hasPasskey: { done: 'the app finds', error: 'checking for passkeys fails' },
  look: { done: 'the app finds', error: 'checking fails' },
  otp: { done: 'the phone check ends' },
  qrCode: { done: 'the code ends' },
  prepare: { done: 'the confirmation ends' },
  read: { done: 'the server answers', error: 'loading fails' },
  remove: { done: 'the confirmation ends' },
  seal: { done: 'the app reports', error: 'encrypting fails' },
  sign: { done: 'the browser answers', error: 'the browser fails' },
  stepUp: { done: 'the confirmation ends' },
  terms: { done: 'the server says', error: 'asking the server fails' },
}
const OTHERS = { done: 'the server answers', error: 'the request fails' }
const headsOf = (id: string) =>
  HEADS[id] ?? (id.includes('.') ? { done: `${id} answers`, error: `${id} fails` } : OTHERS)

/** Joins the two phrases. For a refusal, replaces the verb: `the request fails` becomes `the request is refused`. */
const joined = (head: string, name: string) =>
  /^refused\b/.test(name) ? `${head.replace(/ (ends|fails)$/, '')} is ${name}` : `${head}: ${name}`

/** The text of a step in which an invoked actor returns a result, by the actor's id and the result's name. */
export const answered = (id: string, name: string) => joined(headsOf(id).done, name)
/** The text of a step in which an invoked actor fails. */
export const failed = (id: string, name: string) => joined(headsOf(id).error ?? `${id} fails`, name)

/** True if the text of a step begins with a call name: `wallet.get answers: …`. */
export const namesCall = (words: string) => /^\w+\.\w+ (answers|fails|is refused)\b/.test(words)
