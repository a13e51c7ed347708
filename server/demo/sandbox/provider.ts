import * as v from 'valibot'
import { StoredSatang } from '#contract/money.ts'
import { ApiError } from '#server/core/api-error.ts'
import { ORDERS, type OrderName, type World } from '#server/core/world.ts'

const Book = v.object({
  state: v.picklist(['done', 'refused', 'never', 'unknown']),
  result: v.optional(v.unknown()),
})
const Answer = v.object({ result: v.optional(v.unknown()) })

/**
 * Returns adapters for providers that run in a separate process at `url`, so that their records outlive the server.
 * `POST /<order>` executes an order and replies with `{ result }`, or with 409 if the provider refuses. `POST /find`
 * returns the outcome of the order that `{ call, request }` identifies.
 */
export function remoteProviders(url: string): Pick<World, OrderName | 'find'> {
  const post = (path: string, body: object) => fetch(`${url}/${path}`, { method: 'POST', body: JSON.stringify(body) })
  const send = async (call: OrderName, order: object) => {
    const reply = await post(call, order)
    if (reply.status === 409) throw new ApiError(ORDERS[call])
    if (!reply.ok) throw new Error(`the provider answered ${reply.status}`)
    return v.parse(Answer, await reply.json()).result
  }
  /** Returns the adapter for an order that has no result. */
  const sender = (call: OrderName) => async (order: object) => {
    await send(call, order)
  }
  return {
    find: async ({ call, input, request }) => {
      const { state, result } = v.parse(Book, await (await post('find', { call, ...input, request })).json())
      if (state === 'refused') return new ApiError(ORDERS[call])
      return state === 'done' ? { state, result } : { state }
    },
    issueQr: async (order) => v.parse(v.string(), await send('issueQr', order)),
    redeemGift: async (order) => v.parse(StoredSatang, await send('redeemGift', order)),
    sendSms: sender('sendSms'),
    moveIntoGame: sender('moveIntoGame'),
    openGame: sender('openGame'),
    resetGamePassword: sender('resetGamePassword'),
    allowInviteBonus: sender('allowInviteBonus'),
  }
}
