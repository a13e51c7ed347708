/** How a step names an invoked actor that is not named after its call, by the actor's id. */
const HEADS: Readonly<Record<string, { done: string; error?: string }>> = {
  attempt: { done: 'the attempt ends' },
  read: { done: 'the server answers', error: 'loading fails' },
}

/** The words of a step that an invoked actor's answer causes, by the actor's id and the answer's name. */
export const answered = (id: string, name: string) => `${HEADS[id]?.done ?? `${id} answers`}: ${name}`
/** The words of a step that an invoked actor's failure causes. */
export const failed = (id: string, name: string) => `${HEADS[id]?.error ?? `${id} fails`}: ${name}`
