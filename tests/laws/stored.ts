import type { Asked, Reply, Served } from './site.ts'

/** `state`: the state of the server. `known`: the replies that the server has stored, each with its key. */
export type Memory<S> = { state: S; known: readonly [key: string, reply: Reply][] }

/**
 * Returns every reply that the server may give to a request, each with the server's memory afterwards. If a reply is
 * already stored under the request's key, returns only that reply. Otherwise `serve` supplies the possible replies, and
 * each is stored under the key, if there is one.
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
