import type { Context, ErrorHandler, Hono } from 'hono'
import { html } from 'hono/html'
import * as v from 'valibot'
import { Amount } from '#contract/money.ts'
import { ApiError } from '#server/core/api-error.ts'
import { isForeign } from '#server/http/headers.ts'
import { head } from './head.ts'

/** Parses an amount in baht from a form field, and converts it to satang. */
export const BahtText = v.pipe(v.string(), v.transform(Number), Amount)
/** Parses a boolean from a form field. */
export const YesNo = v.pipe(
  v.picklist(['true', 'false']),
  v.transform((word) => word === 'true'),
)

/**
 * Returns the fields that were sent as a form or as JSON, or null if they cannot be read. Numbers in JSON are converted
 * to strings.
 */
async function fieldsOf(c: Context): Promise<Record<string, unknown> | null> {
  if (!c.req.header('Content-Type')?.startsWith('application/json')) return c.req.parseBody().catch(() => null)
  const sent: unknown = await c.req.json().catch(() => null)
  if (typeof sent !== 'object' || sent === null) return null
  return Object.fromEntries(
    Object.entries(sent).map(([name, value]) => [name, typeof value === 'number' ? String(value) : value]),
  )
}

/**
 * Reads a sandbox form. Throws KEY_MISSING if another site sent the form, and NO_DATA with an explanation if the form
 * is invalid.
 */
export async function sentForm<S extends v.GenericSchema>(c: Context, schema: S): Promise<v.InferOutput<S>> {
  if (isForeign(c)) throw new ApiError('KEY_MISSING', 403)
  const sent = v.safeParse(schema, await fieldsOf(c))
  if (sent.success) return sent.output
  const [issue] = sent.issues
  throw new ApiError('NO_DATA', 400, { message: `${v.getDotPath(issue) ?? 'The form'}: ${issue.message}` })
}

/** Shows a refusal as a sandbox page. Clients that do not accept HTML receive the usual error reply of an API call. */
export const answerRefusal: ErrorHandler = (error, c) => {
  if (!(error instanceof ApiError && c.req.header('Accept')?.includes('text/html'))) throw error
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

/**
 * Returns a function that adds a form handler to `pages`. The handler accepts the form at `path`, runs `act`, and then
 * redirects to `back`.
 */
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
