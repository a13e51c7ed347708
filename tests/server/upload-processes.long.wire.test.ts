import { once } from 'node:events'
import { type ClientRequest, request } from 'node:http'
import { json } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { newKey } from '#contract/random.ts'
import { DEMO, DEMO_PASSWORD } from '#server/demo/seed.ts'
import { formOf } from '#src/lib/form.ts'
import { PROCESSES, withProcesses } from '#tests/kit/chat-processes.ts'
import { pngSlip } from '#tests/kit/money-in.ts'
import { tempFolder } from '#tests/kit/temp.ts'
import { until } from '#tests/kit/until.ts'
import { filesIn } from '#tests/kit/uploads.ts'

const headers = { 'X-Requested-With': 'wallet-user', 'Content-Type': 'application/json' }

async function login(url: string): Promise<string> {
  const body = JSON.stringify({ username: DEMO.member.username, password: DEMO_PASSWORD })
  const reply = await fetch(`${url}/api/login`, {
    method: 'POST',
    headers: { ...headers, 'Idempotency-Key': newKey() },
    body,
  })
  return (await reply.json()).token
}
async function replyTo(sent: ClientRequest) {
  const [reply] = await once(sent, 'response')
  return { status: reply.statusCode, body: await json(reply) }
}

it(`a slow upload is received completely while another of ${PROCESSES} processes starts (R336)`, async () => {
  const uploads = tempFolder('uploads')
  await withProcesses(
    { UPLOAD_DIR: uploads, SLIP_OPEN: '00:00', SLIP_CLOSE: '00:00' },
    async ([receiving, ...others]) => {
      if (!receiving) throw new Error('no process')
      const form = new Response(formOf({ file: pngSlip() }))
      const bytes = await form.bytes()
      const sent = request(`${receiving.url}/api/wallet/slip`, {
        method: 'POST',
        headers: {
          ...headers,
          Authorization: `Bearer ${await login(receiving.url)}`,
          'Content-Type': form.headers.get('Content-Type') ?? '',
          'Idempotency-Key': newKey(),
        },
      })
      const half = bytes.length / 2
      sent.write(bytes.subarray(0, half))
      await until(() => expect(filesIn(uploads).unfinished).toHaveLength(1))
      const { kept } = filesIn(uploads)
      for (const other of others) {
        await other.kill()
        await other.ready()
      }
      sent.end(bytes.subarray(half))
      expect(await replyTo(sent)).toEqual({ status: 200, body: {} })
      expect(filesIn(uploads).kept).toHaveLength(kept.length + 1)
    },
  )
}, 120_000)
