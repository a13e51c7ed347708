import { asc, eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { toBaht } from '#contract/money.ts'
import type { QrCode } from '#contract/qr.ts'
import { newKey } from '#contract/random.ts'
import { WALLET } from '#contract/transfer.ts'
import { qrcodes } from '#server/core/schema/deposits.ts'
import type { Backend, Reply } from '#tests/kit/server.ts'
import { chance } from '../chance.ts'
import type { Reply as Answer, Asked, Served } from '../site.ts'
import { type Memory, serveOnce } from '../stored.ts'
import { create, expired, get, idOf, NOTHING, openIn, paid, remove, reported, type State } from './qr-server.ts'

const STEPS = 14
const BOUNDS = { tabs: 1, requests: 1, arrivals: 1, uses: 3, tries: 3 }
const MINUTE = 60_000
const PROVIDERS = ['WW', 'KBANK'] as const
const AMOUNT = 100

/** A request that both the model and the real server have received. `send`: sends it to the real server again. */
type Sent = { asked: Asked; serve: (state: State, asked: Asked) => Served<State>[]; send: () => Promise<Reply> }

/** Runs one random walk on the model of QR codes and on the real server. */
export async function qrWalk(backend: Backend, seed: number) {
  const below = chance(seed)
  const { token } = await backend.join({ username: `07${String(seed).padStart(8, '0')}` })
  let memory: Memory<State> = { state: NOTHING, known: [] }
  /** The ids of the codes on the real server. */
  const ids: string[] = []
  const named = (id: unknown) => idOf(ids.indexOf(String(id)))
  const seen = ({ status, body }: Reply) => {
    const { hasQrcode, qrcodeId, amount, message, paid: last } = body as QrCode
    if (status !== 200) return body.code
    if (qrcodeId && !ids.includes(qrcodeId)) ids.push(qrcodeId)
    if (hasQrcode) return [named(qrcodeId), amount]
    return last ? ['paid', named(last.qrcodeId), last.amount] : (message ?? 'nothing')
  }
  const told = ({ failure, output }: Answer) => {
    if (failure) return (failure as { code: string }).code
    const { hasQrcode, qrcodeId, amount, message, paid: last } = output as QrCode
    if (hasQrcode) return [qrcodeId, toBaht(amount as never)]
    return last ? ['paid', last.qrcodeId, toBaht(last.amount)] : (message ?? 'nothing')
  }
  const requests: Sent[] = []
  for (let step = 0; step < STEPS; step++) {
    const at = `seed ${seed}, step ${step}`
    // the server distinguishes payments by their times
    backend.pass(1_000)
    const { state } = memory
    const request = async ({ asked, serve, send }: Sent) => {
      const [served] = serveOnce(memory, asked, serve)
      if (!served) throw new Error('the model has no answer')
      const isRefused = state.codes.length >= BOUNDS.uses
      if (isRefused) await backend.form('/outage', { isOn: 'true' })
      expect(seen(await send()), `${at}: ${served.reply.words}`).toEqual(told(served.reply))
      if (isRefused) await backend.form('/outage', { isOn: 'false' })
      memory = served
    }
    const key = newKey()
    const ask = async (input: Record<string, unknown>, serve: Sent['serve'], send: Sent['send']) => {
      const sent = { asked: { note: '', input, key, isRepeat: false }, serve, send }
      requests.push(sent)
      await request(sent)
    }
    const { codes, payments } = state
    const provider = PROVIDERS[below(2)] as (typeof PROVIDERS)[number]
    const code = below(codes.length + 1)
    const payment = below(payments.length + 1)
    const again = requests[below(requests.length + 1)]
    const what = below(10)
    if (what <= 1)
      await ask(
        { provider },
        (before, asked) => create(before, asked, BOUNDS),
        () => backend.call('qr.create', { provider, amount: AMOUNT }, { token, key }),
      )
    else if (what === 2 && codes[code]) {
      const input = { provider: codes[code].provider as typeof provider, qrcodeId: ids[code] as string }
      await ask({ qrcodeId: idOf(code) }, remove(new Set()), () => backend.call('qr.remove', input, { token, key }))
    } else if (what === 3 && again) await request(again)
    else if (what <= 5 && codes[code] && payments.length < BOUNDS.tries)
      memory = { ...memory, state: paid(state, code) }
    else if (what <= 8 && payments[payment]) {
      await backend.pay(ids[payments[payment].code] as string, { reference: `walk ${seed}, ${payment}` })
      memory = { ...memory, state: reported(state, payment, new Set()) }
    } else if (what === 9 && openIn(state) >= 0) {
      backend.pass(15 * MINUTE)
      memory = { ...memory, state: expired(state) }
    }
    for (const each of PROVIDERS) {
      const reply = await backend.call('qr.get', { provider: each }, { token })
      const [served] = get(memory.state, { input: { provider: each } })
      expect(seen(reply), `${at}, ${each}`).toEqual(served && told(served.reply))
    }
  }
  const { codes, payments } = memory.state
  const rows = await backend.db
    .select()
    .from(qrcodes)
    .where(eq(qrcodes.memberId, await backend.idOf(`07${String(seed).padStart(8, '0')}`)))
    .orderBy(asc(qrcodes.createdAt))
  const isOpen = ({ status, expireAt }: (typeof rows)[number]) =>
    status === 'open' && expireAt.getTime() > backend.now()
  expect(rows.map(isOpen), `seed ${seed}`).toEqual(codes.map(({ status }) => status === 'open'))
  const credits = payments.reduce((sum, each) => sum + each.credits, 0)
  expect((await backend.money(token))[WALLET], `seed ${seed}`).toBe(credits * AMOUNT)
}
