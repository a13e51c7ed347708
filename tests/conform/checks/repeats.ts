import { satang } from '#contract/money.ts'
import { newKey } from '#contract/random.ts'
import { WALLET } from '#contract/transfer.ts'
import { type Backend, brief, check, must, type Reply } from '../kit.ts'
import { mustHaveMoved, readyToMove } from './transfer.ts'

const AT_ONCE = 20

const said = ({ status, body }: Reply) => `${status} ${brief(body)}`

/** Checks that all replies are the same and successful. */
function mustAgree(backend: Backend, replies: readonly Reply[]) {
  const [first, ...rest] = replies
  must(first !== undefined, 'there is no reply')
  backend.mustSucceed('wallet.transfer', first)
  const other = rest.find((reply) => said(reply) !== said(first))
  must(other === undefined, `one reply is ${said(first)}, another ${other && said(other)}`)
}

const KEYS = { keys: true, money: true } as const

/** Idempotency keys. */
export const repeatChecks = [
  check(
    'wallet.transfer',
    'the same key twice has one effect and the same reply',
    async (backend) => {
      const { game, before } = await readyToMove(backend)
      const sent = { from: WALLET, to: game, amount: 1 }
      const key = newKey()
      const first = await backend.send('wallet.transfer', sent, { key })
      mustAgree(backend, [first, await backend.send('wallet.transfer', sent, { key })])
      mustHaveMoved(before, await backend.money(), game, satang(100))
      await backend.ask('wallet.transfer', { from: game, to: WALLET, amount: 1 })
    },
    KEYS,
  ),
  check(
    'wallet.transfer',
    `${AT_ONCE} requests at once with the same key have one effect`,
    async (backend) => {
      const { game, before } = await readyToMove(backend)
      const sent = { from: WALLET, to: game, amount: 1 }
      const key = newKey()
      const all = Array.from({ length: AT_ONCE }, () => backend.send('wallet.transfer', sent, { key }))
      mustAgree(backend, await Promise.all(all))
      mustHaveMoved(before, await backend.money(), game, satang(100))
      await backend.ask('wallet.transfer', { from: game, to: WALLET, amount: 1 })
    },
    KEYS,
  ),
  check(
    'wallet.transfer',
    'a key that was used for other input is refused with KEY_INVALID',
    async (backend) => {
      const { game, before } = await readyToMove(backend)
      const key = newKey()
      backend.mustSucceed(
        'wallet.transfer',
        await backend.send('wallet.transfer', { from: WALLET, to: game, amount: 1 }, { key }),
      )
      const reply = await backend.send('wallet.transfer', { from: WALLET, to: game, amount: 2 }, { key })
      mustHaveMoved(before, await backend.money(), game, satang(100))
      await backend.ask('wallet.transfer', { from: game, to: WALLET, amount: 1 })
      backend.mustRefuse(reply, 'KEY_INVALID')
    },
    KEYS,
  ),
  check(
    'wallet.transfer',
    'a refusal is kept under its key too',
    async (backend) => {
      const key = newKey()
      const sent = { from: WALLET, to: 'no-such-game', amount: 1 }
      const first = await backend.send('wallet.transfer', sent, { key })
      const second = await backend.send('wallet.transfer', sent, { key })
      backend.mustRefuse(first)
      must(said(first) === said(second), `first ${said(first)}, then ${said(second)}`)
    },
    { keys: true },
  ),
  check(
    'qr.create',
    'the same key twice gives the same code',
    async (backend) => {
      const key = newKey()
      const sent = { provider: 'KBANK', amount: 100 }
      const first = await backend.send('qr.create', sent, { key })
      const second = await backend.send('qr.create', sent, { key })
      backend.mustSucceed('qr.create', first)
      const [one, two] = [first, second].map(({ body }) => (body as { qrcodeId?: string }).qrcodeId)
      for (const qrcodeId of new Set([one, two]))
        if (qrcodeId) await backend.send('qr.remove', { provider: 'KBANK', qrcodeId })
      must(one === two, `two codes: ${one} and ${two}`)
    },
    KEYS,
  ),
]
