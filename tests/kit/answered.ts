/** How a step names an invoked actor that is not named after its call, by the actor's id. */
const HEADS: Readonly<Record<string, { done: string; error?: string }>> = {
  attempt: { done: 'the attempt ends' },
  call: { done: 'the server answers', error: 'sending fails' },
  look: { done: 'the app finds', error: 'looking fails' },
  read: { done: 'the server answers', error: 'loading fails' },
  terms: { done: 'the server says', error: 'asking the server fails' },
}

/** The words of a step that an invoked actor's answer causes, by the actor's id and the answer's name. */
export const answered = (id: string, name: string) => `${HEADS[id]?.done ?? `${id} answers`}: ${name}`
/** The words of a step that an invoked actor's failure causes. */
export const failed = (id: string, name: string) => `${HEADS[id]?.error ?? `${id} fails`}: ${name}`

const OWN = Object.values(HEADS).flatMap(({ done, error }) => [done, error])
/** True if the words of a step begin with the name of a call: `wallet.get answers: …`. */
export const namesCall = (words: string) =>
  /^[\w.]+ (answers|fails): /.test(words) && !OWN.includes(words.split(':')[0])
