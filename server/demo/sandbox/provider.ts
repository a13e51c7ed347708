import * as v from 'valibot'
import { ApiError } from '#server/core/api-error.ts'
import type { Found, World } from '#server/core/world.ts'

const Book = v.object({ state: v.picklist(['done', 'refused', 'never', 'unknown']) })

/**
 * The adapter of a games' provider in a process of its own, at `url`, with its own book: `POST /move` moves money and
 * answers 409 if it refuses, `POST /find` returns the outcome of an order.
 */
export function remoteGames(url: string): Pick<World, 'moveIntoGame' | 'find'> {
  const post = (path: string, body: object) => fetch(`${url}${path}`, { method: 'POST', body: JSON.stringify(body) })
  return {
    moveIntoGame: async (order) => {
      const { ok, status } = await post('/move', order)
      if (status === 409) throw new ApiError('TRANSFER_FAIL')
      if (!ok) throw new Error(`the provider answered ${status}`)
    },
    find: async (order): Promise<Found> => {
      if (order.call !== 'moveIntoGame') return { state: 'never' }
      const { state } = v.parse(Book, await (await post('/find', { ...order.input, request: order.request })).json())
      return state === 'refused' ? new ApiError('TRANSFER_FAIL') : { state }
    },
  }
}
