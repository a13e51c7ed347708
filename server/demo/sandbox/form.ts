import type { Context, ErrorHandler, Hono } from 'hono'
import { html } from 'hono/html'
import * as v from 'valibot'
import { Amount } from '#contract/money.ts'
import { Refusal } from '#server/core/refusal.ts'
import { isForeign } from '#server/http/headers.ts'
import { head } from './head.ts'

/** An amount in baht as a form sends it; parsed to satang. */
export const BahtText = v.pipe(v.string(), v.transform(Number), Amount)
/** Yes or no as a form sends it. */
export const YesNo = v.pipe(
  v.picklist(['true', 'false']),
  v.transform((word) => word === 'true'),
)

/** The fields that were sent: as a form, or as JSON whose numbers are turned to text. Null when they cannot be read. */
async function fieldsOf(c: Context): Promise<Record<string, unknown> | null> {
  if (!c.req.header('Content-Type')?.startsWith('application/json')) return c.req.parseBody().catch(() => null)
  const sent: unknown = await c.req.json().catch(() => null)
  if (typeof sent !== 'object' || sent === null) return null
  return Object.fromEntries(
    Object.entries(sent).map(([name, value]) => [name, typeof value === 'number' ? String(value) : value]),
  )
}

/** What a form of the sandbox says. Refuses with KEY_MISSING what another site sent, with NO_DATA what does not fit: the message says why not. */
export async function sentForm<S extends v.GenericSchema>(c: Context, schema: S): Promise<v.InferOutput<S>> {
  if (isForeign(c)) throw new Refusal('KEY_MISSING', 403)
  const sent = v.safeParse(schema, await fieldsOf(c))
  if (sent.success) return sent.output
  const [issue] = sent.issues
  throw new Refusal('NO_DATA', 400, { message: `${v.getDotPath(issue) ?? 'The form'}: ${issue.message}` })
}

/** Tells a person on a page of the sandbox what was refused; whoever asks for no page hears it as of any call. */
export const tellRefusal: ErrorHandler = (error, c) => {
  if (!(error instanceof Refusal && c.req.header('Accept')?.includes('text/html'))) throw error
  const page = html`<!doctype html>
    <html lang="en">
      ${head('Sandbox · krapao')}
      <body>
        <main>
          <h1>This cannot be done</h1>
          <p>${error.message}</p>
          <p><a href="/sandbox">Back to the sandbox</a></p>
        </main>
      </body>
    </html>`
  return c.html(page, error.status)
}

/** Takes forms at paths of `pages`: each is done as it says, then the page at `back` is shown again. */
export const formsAt =
  (pages: Hono, page = '/sandbox') =>
  <S extends v.GenericSchema>(
    path: string,
    schema: S,
    act: (input: v.InferOutput<S>) => Promise<unknown>,
    back: (input: v.InferOutput<S>) => string = () => page,
  ) =>
    pages.post(path, async (c: Context) => {
      const input = await sentForm(c, schema)
      await act(input)
      return c.redirect(back(input), 303)
    })
