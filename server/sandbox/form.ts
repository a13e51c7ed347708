import type { Context, Hono } from 'hono'
import * as v from 'valibot'
import { Amount } from '#contract/money.ts'
import { isForeign } from '../headers.ts'
import { Refusal } from '../refusal.ts'

/** An amount in baht as a form sends it; parsed to satang. */
export const BahtText = v.pipe(v.string(), v.transform(Number), Amount)
/** Yes or no as a form sends it. */
export const YesNo = v.pipe(
  v.picklist(['true', 'false']),
  v.transform((word) => word === 'true'),
)

/** What a form of the sandbox says. Refuses with KEY_MISSING what another site sent, with NO_DATA what does not fit. */
export async function sentForm<S extends v.GenericSchema>(c: Context, schema: S): Promise<v.InferOutput<S>> {
  if (isForeign(c)) throw new Refusal('KEY_MISSING', 403)
  const sent = v.safeParse(schema, await c.req.parseBody().catch(() => null))
  if (!sent.success) throw new Refusal('NO_DATA')
  return sent.output
}

/** Takes forms at paths of `pages`: each is done as it says, then the page at `back` is shown again. */
export const formsAt =
  (pages: Hono) =>
  <S extends v.GenericSchema>(
    path: string,
    schema: S,
    act: (input: v.InferOutput<S>) => Promise<unknown>,
    back: (input: v.InferOutput<S>) => string = () => '/sandbox',
  ) =>
    pages.post(path, async (c: Context) => {
      const input = await sentForm(c, schema)
      await act(input)
      return c.redirect(back(input), 303)
    })
