import * as v from 'valibot'
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

/** Before what is kept: each member has their own, as all tokens of one begin alike, and the guest of this browser. */
const name = (of = token()) => `chat.${of?.slice(0, 8) ?? 'guest'}`

/** What was written to support in this tab and is not sent yet, in the order of writing. Source: R245, R248 (assumed). */
export function keptItems(): Item[] {
  const found = v.safeParse(Items, stored(name(), 'sessionStorage'))
  return found.success ? found.output : []
}

const keep = (items: Item[]) => store(name(), items.length > 0 ? JSON.stringify(items) : null, 'sessionStorage')

/** Keeps an item, in its place when it is kept already. */
export function keepItem(item: Item) {
  const items = keptItems()
  const at = items.findIndex(({ clientId }) => clientId === item.clientId)
  return keep(at < 0 ? [...items, item] : items.map((old, place) => (place === at ? item : old)))
}
/** Forgets it. */
export const dropItem = (clientId: string) => keep(keptItems().filter((item) => item.clientId !== clientId))

/** What was being written to support in this tab; empty when nothing was. Source: R245 (assumed). */
export const keptDraft = (): string => stored(`${name()}.draft`, 'sessionStorage') ?? ''
/** Keeps it for whose token that is, the guest without one; nothing is left of an empty one. */
export const keepDraft = (draft: string, of: string | null) =>
  store(`${name(of)}.draft`, draft || null, 'sessionStorage')
