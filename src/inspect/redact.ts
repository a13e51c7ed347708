import { calls } from '#contract/calls.ts'
import { Conversation, OwnChat } from '#contract/chat.ts'
import { ChatButton, ChatCard, ChatMedia, ChatMessage } from '#contract/chat-content.ts'
import { Passwords } from '#contract/profile.ts'
import { Typed } from '#contract/register.ts'
import { FileFacts } from '#contract/slip.ts'
import { secretNames } from './secret-names.ts'

/** The text that replaces a secret. */
export const HIDDEN = '•••'

/**
 * The names of the secret fields in machine data: in the inputs and replies of API calls, and in the player's other
 * input.
 */
const SECRETS = secretNames([
  ...Object.values(calls).flatMap(({ input, reply }) => [input, reply]),
  ...[Conversation, ChatMessage, ChatButton, ChatCard, ChatMedia, OwnChat],
  ...[FileFacts, Passwords, Typed],
])

type Fields = Record<string, unknown>

/** True for the text of an event that reports typing into a secret field: `{ field: 'accountNo', text }`. */
const isTyped = (key: string, { field }: Fields) => key === 'text' && SECRETS.has(String(field).toLowerCase())

/** True for an actor's output that is a plain string, such as a sealed link: no schema marks it as secret. */
const isBareAnswer = (key: string, value: unknown) => (key === 'output' || key === 'data') && typeof value === 'string'

/**
 * Returns a plain copy without secrets, at any depth in contexts, events, inputs, outputs and errors. Everything that
 * leaves the page goes through this function. Empty values are kept, because an empty field reveals no secret.
 */
export function redact<T>(data: T): T {
  const hide = function (this: Fields, key: string, value: unknown) {
    if (value === '' || value === null || typeof value === 'boolean') return value
    return SECRETS.has(key.toLowerCase()) || isTyped(key, this) || isBareAnswer(key, value) ? HIDDEN : value
  }
  return JSON.parse(JSON.stringify(data, hide)) as T
}
