import * as v from 'valibot'
import { CHAT, GUEST } from './login-data.ts'
import { store, stored } from './storage.ts'
import { token } from './token.ts'

const Items = v.pipe(
  v.string(),
  v.parseJson(),
  v.array(
    v.object({
      clientId: v.string(),
      trace: v.optional(v.object({ session_id: v.string(), after: v.nullable(v.string()) })),
      item: v.union([
        v.object({ type: v.literal('text'), message: v.string() }),
        v.object({ type: v.literal('postback'), message: v.string(), payload: v.string() }),
        v.object({
          type: v.literal('media'),
          fileType: v.picklist(['image', 'video']),
          name: v.string(),
          filePath: v.nullable(v.string()),
        }),
      ]),
    }),
  ),
)
type Item = v.InferOutput<typeof Items>[number]

/**
 * Returns the prefix of the storage keys for chat items. A member's prefix comes from the first characters of the
 * token, which are the same in all of that member's tokens. All guests of this browser share one prefix.
 */
const name = (of = token()) => `${CHAT}${of?.slice(0, 8) ?? GUEST}`

/**
 * Returns the messages to support that were written in this tab and are not sent yet, oldest first. Source: R245, R248
 * (assumed).
 */
export function keptItems(): Item[] {
  const found = v.safeParse(Items, stored(name(), 'sessionStorage'))
  return found.success ? found.output : []
}

const keep = (items: Item[]) => store(name(), items.length > 0 ? JSON.stringify(items) : null, 'sessionStorage')

/** Stores an item. If an item with the same client id is already stored, replaces it in place. */
export function storeItem(item: Item) {
  const items = keptItems()
  const at = items.findIndex(({ clientId }) => clientId === item.clientId)
  return keep(at < 0 ? [...items, item] : items.map((old, place) => (place === at ? item : old)))
}
/** Removes a stored item. */
export const clearItem = (clientId: string) => keep(keptItems().filter((item) => item.clientId !== clientId))

/** Returns this tab's draft of a message to support, or an empty string. Source: R245 (assumed). */
export const keptDraft = (): string => stored(`${name()}.draft`, 'sessionStorage') ?? ''
/** Stores the draft of the member whose token is `of`, or of the guest if `of` is null. An empty draft is removed. */
export const storeDraft = (draft: string, of: string | null) =>
  store(`${name(of)}.draft`, draft || null, 'sessionStorage')
