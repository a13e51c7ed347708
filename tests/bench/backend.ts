import { eq } from 'drizzle-orm'
import { newKey } from '#contract/random.ts'
import { openPostgres } from '#server/core/db.ts'
import { members } from '#server/core/schema/members.ts'
import { readSettings } from '#server/core/settings.ts'
import { createSwitches, SWITCHES_CHANNEL } from '#server/core/switches.ts'
import { createClock } from '#server/demo/sandbox/clock.ts'
import { createSandbox } from '#server/demo/sandbox/sandbox.ts'
import { DEMO, seed } from '#server/demo/seed.ts'
import { openSession } from '#server/domain/session.ts'
import { createApp } from '#server/http/app.ts'
import { tempFolder } from '../kit/temp.ts'

/**
 * Starts a backend with the seed data on an empty PostgreSQL database at `url`. In the result, `call` sends a request
 * as the demo member and returns the reply, and `as` returns such a function for another member.
 */
export async function openBackend(url: string) {
  const { db, listen, close } = await openPostgres(url, { silence: 0 })
  const uploads = tempFolder('bench')
  const open = () => db
  const switches = createSwitches()
  await listen(SWITCHES_CHANNEL, switches)
  const settings = readSettings({ UPLOAD_DIR: uploads })
  await seed(db, settings)
  const { world } = createSandbox({
    open,
    clock: createClock(),
    switches,
    push: () => {},
    cutLines: () => {},
    ask: () => new Response(),
    settings,
  })
  const app = createApp({ open, now: Date.now, settings, world, switches: switches.read })
  const [member] = await db.select({ id: members.id }).from(members).where(eq(members.username, DEMO.member.username))
  const memberId = member?.id ?? ''
  const as = async (owner: string) => {
    const token = await openSession(db, owner, true, { now: Date.now, settings })
    return async (method: string, path: string, body?: object) => {
      const headers = {
        Authorization: `Bearer ${token}`,
        'X-Requested-With': 'wallet-user',
        ...(method !== 'GET' && { 'Idempotency-Key': newKey() }),
      }
      const reply = await app.request(path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
      if (!reply.ok) throw new Error(`${path}: ${await reply.text()}`)
      return reply.text()
    }
  }
  return {
    db,
    app,
    world,
    memberId,
    as,
    call: await as(memberId),
    close,
  }
}
