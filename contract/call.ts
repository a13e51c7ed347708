import * as v from 'valibot'
import type { InSatang } from './money.ts'
import type { Offer } from './offers.ts'

/** One API call: its method and path, and the schemas of its input and reply. Source: R304–R377. */
export type Call<
  I extends v.GenericSchema = v.GenericSchema,
  O extends v.GenericSchema = v.GenericSchema,
  K extends 'read' | 'change' = 'read' | 'change',
> = {
  kind: K
  method: string
  path: string
  input: I
  reply: O
  /**
   * True if the server must not store the reply, not even encrypted with the idempotency key. A repeated request then
   * runs the call again.
   */
  secret: boolean
  /** The allowed callers: signed-in members only, members and guests of the chat, or anyone. */
  access: 'member' | 'guest' | 'anyone'
  /**
   * True if the input is sent as a multipart form, because it contains a file. Such a call may take up to
   * `UPLOAD_TIMEOUT`.
   */
  form: boolean
  /** The feature that a backend must offer before the client sends this call. Null for a call that is in the spec. */
  needs: Offer | null
  /**
   * True for a change that can safely run twice, such as one that stores a file, sends a code, ends sessions or starts
   * a break.
   */
  repeatable: boolean
  /**
   * True if the call signs a member in. A refusal of such a call does not end a session, and a backend that offers
   * `device` sets a cookie with the reply.
   */
  login: boolean
}

/** The input of a call, with money in satang. The input of a change includes its idempotency key. */
export type CallInput<C extends Call> = InSatang<v.InferInput<C['input']>> &
  (C['kind'] extends 'change' ? { key: string } : unknown)
/** The parsed reply of a call, with money in satang. */
export type CallReply<C extends Call> = v.InferOutput<C['reply']>

type Options = Partial<Pick<Call, 'secret' | 'access' | 'form' | 'needs' | 'repeatable' | 'login'>>

const make =
  <K extends 'read' | 'change'>(kind: K) =>
  <I extends v.GenericSchema, O extends v.GenericSchema>(
    line: `${'GET' | 'POST' | 'PUT' | 'DELETE'} /api/${string}`,
    input: I,
    reply: O,
    { secret = false, access = 'member', form = false, needs = null, repeatable = false, login = false }: Options = {},
  ): Call<I, O, K> => {
    const [method = '', path = ''] = line.split(' ')
    return { kind, method, path, input, reply, secret, access, form, needs, repeatable, login }
  }

/** Returns the call's path with each `:name` replaced by its value from the input, and the rest of the input. */
export function fillPath({ path }: Pick<Call, 'path'>, input: object): [string, Record<string, unknown>] {
  const rest: Record<string, unknown> = { ...input }
  const filled = path.replace(/:(\w+)/g, (_, name: string) => {
    const part = encodeURIComponent(String(rest[name]))
    delete rest[name]
    return part
  })
  return [filled, rest]
}

/**
 * The reply schema of calls whose reply the spec does not describe. Accepts any body, so any 2xx counts as success. A
 * call whose reply has additive fields defines its own fallback.
 */
export const done = v.fallback(v.object({}), {})

/** Defines a call without side effects, which can safely be repeated at any time. */
export const read = make('read')
/** Defines a call that changes state and therefore requires an idempotency key. */
export const change = make('change')
