import { type Context, Hono } from 'hono'
import { type Faults, meetFault } from './faults.ts'
import { type Fields, type Input, readFields } from './fields.ts'
import type { Member } from './member.ts'
import { Refused } from './refused.ts'
import type { Site } from './site.ts'

type Verb = 'GET' | 'POST' | 'PUT' | 'DELETE'
type Line = `${Verb} /api/${string}`
type Answer = unknown

/**
 * The input of a request: path parameters, query, and the fields of a JSON body or a multipart form. Throws KEY_INVALID
 * if the body is neither.
 */
async function sentIn(c: Context): Promise<Record<string, unknown>> {
  const { params, query } = { params: c.req.param() as Record<string, string>, query: c.req.query() }
  if (c.req.header('Content-Type')?.startsWith('multipart/form-data'))
    return { ...params, ...(await c.req.parseBody()) }
  const body = await c.req.text()
  try {
    return { ...query, ...(body ? JSON.parse(body) : {}), ...params }
  } catch {
    throw new Refused('KEY_INVALID')
  }
}

/** The site's API calls. If a handler returns undefined, the response is 200 with an empty body. */
export class Api {
  readonly app = new Hono()
  /** The calls that have been registered, such as `GET /api/wallet`. */
  readonly lines: string[] = []
  readonly #site: Site
  readonly #faults: Faults
  constructor(site: Site, faults: Faults) {
    this.#site = site
    this.#faults = faults
    this.app.onError((error, c) =>
      error instanceof Refused
        ? c.json({ message: error.message }, error.status)
        : c.json({ message: 'INTERNAL_SERVER_ERROR' }, 500),
    )
  }

  #route(line: Line, answer: (c: Context) => Promise<Answer>) {
    const [verb = '', path = ''] = line.split(' ')
    this.lines.push(line)
    this.app.on(verb, path, (c) =>
      meetFault(this.#faults, line, c, async () => {
        const data = await answer(c)
        return data === undefined ? c.body(null, 200) : c.json(data)
      }),
    )
  }

  /**
   * The member with the request's bearer token, or undefined if there is no token. Throws invalid-token if the token is
   * unknown.
   */
  #caller(c: Context): Member | undefined {
    const [, token] = /^Bearer (.+)$/.exec(c.req.header('Authorization') ?? '') ?? []
    if (token === undefined) return undefined
    const member = this.#site.tokens.get(token)
    if (!member) throw new Refused('invalid-token', 401)
    return member
  }

  /** Registers a public call. */
  anyone<F extends Fields>(line: Line, fields: F, answer: (input: Input<F>, c: Context) => Answer) {
    this.#route(line, async (c) => answer(readFields(fields, await sentIn(c)), c))
  }

  /** Registers a call for members. Refuses it with `invalid-token` if there is no token. */
  member<F extends Fields>(line: Line, fields: F, answer: (member: Member, input: Input<F>, c: Context) => Answer) {
    this.#route(line, async (c) => {
      const member = this.#caller(c)
      if (!member) throw new Refused('invalid-token', 401)
      return answer(member, readFields(fields, await sentIn(c)), c)
    })
  }

  /** Registers a call about a conversation, for members and for guests with a `guestId`. */
  talker(line: Line, answer: (member: Member | undefined, sent: Record<string, unknown>, c: Context) => Answer) {
    this.#route(line, async (c) => answer(this.#caller(c), await sentIn(c), c))
  }
}
