import type { Asked, Reply, Served } from './site.ts'

/** `state`: the state of the server. `known`: the replies that the server has stored, each with its key. */
export type Memory<S> = { state: S; known: readonly [key: string, reply: Reply][] }

/**
 * Returns the replies that the server may give to a request, each with the memory after it. Repeats the reply that is
 * stored under the request's key. If there is none, `serve` supplies the possible replies, and each is stored under the
 * key.
 */
export function serveOnce<S>(
  { state, known }: Memory<S>,
  asked: Asked,
  serve: (state: S, asked: Asked) => readonly Served<S>[],
): (Memory<S> & { reply: Reply })[] {
  const { key } = asked
  const found = known.find(([stored]) => stored === key)
  if (found) return [{ reply: found[1], state, known }]
  return serve(state, asked).map(({ reply, state: next }) => ({
    reply,
    state: next,
    known: key === null ? known : [...known, [key, reply]],
  }))
}
