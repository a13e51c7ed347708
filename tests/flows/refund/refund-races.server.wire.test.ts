import { expect, test } from 'vitest'
import { WALLET } from '#contract/transfer.ts'
import { refunds } from '#server/core/schema/rewards.ts'
import { DEMO } from '#server/demo/seed.ts'
import { holdTable } from '#tests/kit/hold.ts'
import { expectSound, startBackend } from '#tests/kit/server.ts'

const DAY = 24 * 60 * 60_000

const CALLS = ['refund.receive', 'refund.addWallet'] as const

test.each(CALLS)(
  '%s refunds a stake placed during the call exactly once, either in the same call or on the next day (R8, R385)',
  async (call) => {
    const backend = await startBackend()
    const token = await backend.login(undefined, true)
    const table = await holdTable(backend.db, refunds)
    const received = backend.call(call, {}, { token })
    await table.stopped(received)
    const played = backend.stake('lose', 100)
    await table.stopped(received, played)
    await table.release()

    expect((await received).status).toBe(200)
    expect((await played).status).toBe(303)
    backend.pass(DAY)
    await backend.call(call, {}, { token })
    expect((await backend.money(token))[WALLET]).toBe(DEMO.member.wallet + 63 + 5)
    await expectSound(backend.db)
  },
)
