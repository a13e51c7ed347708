import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { newKey } from '#contract/random.ts'
import { SLIP_MAX_BYTES } from '#contract/slip.ts'
import { slips } from '#server/core/schema/deposits.ts'
import { formOf } from '#src/lib/form.ts'
import { logged } from '#tests/kit/logged.ts'
import { jpegSlip, pngSlip } from '#tests/kit/money-in.ts'
import { type Backend, dump, type Sent, startBackend } from '#tests/kit/server.ts'
import { addedIn, filesIn, unfinishedIn } from '#tests/kit/uploads.ts'

let backend: Backend
let token: string
let seeded: string[]
beforeEach(async () => {
  backend = await startBackend()
  token = await backend.login()
  seeded = filesIn(backend.uploads).kept
})

/** Returns the files that the server has stored since the test began, and the files of unfinished uploads. */
const left = () => addedIn(backend.uploads, seeded)
const upload = (file: File, sent: Sent = {}) => backend.call('wallet.slip', { file }, { token, ...sent })
const refusal = (status: number, code: string) => ({ status, body: { code, message: code } })
const fine = { status: 200, body: {} }

/** Sends any body with any content type. */
async function post(type: string | null, body?: BodyInit | null) {
  const headers = {
    'X-Requested-With': 'wallet-user',
    Authorization: `Bearer ${token}`,
    'Idempotency-Key': newKey(),
    ...(type !== null && { 'Content-Type': type }),
  }
  const init = { method: 'POST', headers, duplex: 'half', ...(body !== undefined && { body }) }
  const response = await backend.app.request('/api/wallet/slip', init)
  return { status: response.status, body: await response.json() }
}

const TYPE = 'multipart/form-data; boundary=x'
const part = (head: string, content = 'content') => `--x\r\n${head}\r\n\r\n${content}\r\n`
const filePart = (name: string, content?: string) =>
  part(`Content-Disposition: form-data; name="${name}"; filename="a.png"\r\nContent-Type: image/png`, content)
const text = (name: string) => part(`Content-Disposition: form-data; name="${name}"`)

test('an uploaded slip is stored unchanged under a generated name, readable by the server only (R336)', async () => {
  const slip = pngSlip('77.00', '../../etc/slip.png')
  expect(await upload(slip)).toEqual(fine)
  const { added, unfinished } = left()
  const [name = '', ...others] = added
  expect(name).toMatch(/^[\w-]{32}$/)
  expect([others, unfinished]).toEqual([[], []])
  const path = join(backend.uploads, name)
  expect(new Uint8Array(readFileSync(path))).toEqual(new Uint8Array(await slip.arrayBuffer()))
  const mode = (place: string) => statSync(place).mode & 0o777
  expect([mode(path), mode(backend.uploads)]).toEqual([0o600, 0o700])
  expect(await backend.db.$count(slips, eq(slips.file, name))).toBe(1)
})

describe('an upload is refused if it is', () => {
  test.each([
    ['nothing at all', null, undefined, 'NO_DATA'],
    ['JSON', 'application/json', '{}', 'NO_DATA'],
    ['another kind of form', 'application/x-www-form-urlencoded', 'file=x', 'NO_DATA'],
    ['another kind of form, empty', 'application/x-www-form-urlencoded', '', 'NO_DATA'],
    ['a form without a boundary', 'multipart/form-data', filePart('file'), 'NO_DATA'],
    ['a form whose boundary is not named', 'multipart/form-data; charset=utf-8', filePart('file'), 'NO_DATA'],
    ['a form with another boundary', 'multipart/form-data; boundary=y', `${filePart('file')}--x--\r\n`, 'NO_DATA'],
    ['an empty body', TYPE, '', 'NO_DATA'],
    ['a text that is not a form', TYPE, 'something else', 'NO_DATA'],
    ['a form without a field', TYPE, '--x--\r\n', 'SLIP_NO_FILE'],
    ['an empty file', TYPE, `${filePart('file', '')}--x--\r\n`, 'SLIP_NO_FILE'],
    ['a file under another name', TYPE, `${filePart('slip')}--x--\r\n`, 'NO_DATA'],
    ['two files', TYPE, `${filePart('file')}${filePart('file')}--x--\r\n`, 'NO_DATA'],
    ['a text field', TYPE, `${text('file')}--x--\r\n`, 'NO_DATA'],
    ['a file and a text field', TYPE, `${filePart('file')}${text('other')}--x--\r\n`, 'NO_DATA'],
    ['a file whose end is missing', TYPE, filePart('file'), 'NO_DATA'],
    ['a file without a name', TYPE, `${part('Content-Type: image/png')}--x--\r\n`, 'SLIP_NO_FILE'],
    ['a part whose header does not end', TYPE, `--x\r\n${'a: b\r\n'.repeat(20_000)}--x--\r\n`, 'SLIP_NO_FILE'],
  ])('%s (400) (R482)', async (_, type, body, code) => {
    const before = await dump(backend.db, ['tokens'])
    expect(await post(type, body)).toEqual(refusal(400, code))
    expect(left()).toEqual({ added: [], unfinished: [] })
    expect(await dump(backend.db, ['tokens'])).toBe(before)
  })

  test('a form that is cut off at any position, even if it arrives in chunks (R482)', async () => {
    const lines = logged()
    const whole = Buffer.from(await new Response(formOf({ file: pngSlip() })).arrayBuffer())
    const type = `multipart/form-data; boundary=${/^--(\S+)/.exec(whole.toString('latin1'))?.[1]}`
    for (let end = 0; end < whole.length - 2; end += 5) {
      const pieces = [whole.subarray(0, end / 2), whole.subarray(end / 2, end)]
      const body = new ReadableStream({
        pull: (c) => {
          const piece = pieces.shift()
          if (piece?.length) c.enqueue(new Uint8Array(piece))
          else c.close()
        },
      })
      expect(await post(type, body), `${end}`).toMatchObject({ status: 400 })
    }
    expect(await post(type, new Uint8Array(whole))).toEqual(fine)
    expect(left()).toEqual({ added: [expect.any(String)], unfinished: [] })
    expect(lines).toEqual([])
  })
})

describe('the size limit of a request', () => {
  test('accepts a slip of 10 MB, and refuses one more byte with SLIP_INVALID_FILE (413) (D-12)', async () => {
    expect(SLIP_MAX_BYTES).toBe(10 * 1024 * 1024)
    expect(await upload(jpegSlip('slip.jpg', SLIP_MAX_BYTES))).toEqual(fine)
    expect(statSync(join(backend.uploads, left().added[0] ?? '')).size).toBe(SLIP_MAX_BYTES)
    expect(await upload(jpegSlip('slip.jpg', SLIP_MAX_BYTES + 1))).toEqual(refusal(413, 'SLIP_INVALID_FILE'))
    expect(left()).toEqual({ added: [expect.any(String)], unfinished: [] })
  })

  test('limits an endless form to 10 MB on disk, and makes the server stop reading it', async () => {
    const piece = new Uint8Array(1024 * 1024)
    let pieces = 0
    const sizes: number[] = []
    const body = new ReadableStream({
      pull: (c) => {
        if (pieces++ === 0) c.enqueue(new TextEncoder().encode(filePart('file').slice(0, -2)))
        else c.enqueue(piece)
        sizes.push(...left().unfinished.map((name) => statSync(join(unfinishedIn(backend.uploads), name)).size))
      },
    })
    expect(await post(TYPE, body)).toEqual(refusal(413, 'SLIP_INVALID_FILE'))
    expect(Math.max(...sizes)).toBeGreaterThan(SLIP_MAX_BYTES / 2)
    expect(Math.max(...sizes)).toBeLessThanOrEqual(SLIP_MAX_BYTES)
    expect(pieces).toBeLessThan(60)
    expect(left()).toEqual({ added: [], unfinished: [] })
  })

  test('is 64 kB for a request that is not an upload', async () => {
    const body = new Uint8Array(70_000).fill(32)
    const response = await backend.send('POST', '/api/statement/slip', { token, body: Buffer.from(body).toString() })
    expect(response.status).toBe(413)
  })
})

describe('a resent slip', () => {
  test('with the same bytes and key does not create a second slip, whatever the file name (R336)', async () => {
    for (const slip of [pngSlip(), pngSlip(), pngSlip('500.00', 'other.png')])
      expect(await upload(slip, { key: 'same' })).toEqual(fine)
    const replies = await Promise.all(Array.from({ length: 5 }, () => upload(pngSlip(), { key: 'same' })))
    expect(replies).toEqual(replies.map(() => fine))
    expect(left()).toEqual({ added: [expect.any(String)], unfinished: [] })
    expect(await backend.db.$count(slips)).toBe(seeded.length + 1)
  })

  test('with different bytes but the same key is refused with KEY_INVALID (409), and leaves no file', async () => {
    await upload(pngSlip('1.00'), { key: 'same' })
    expect(await upload(pngSlip('2.00'), { key: 'same' })).toEqual(refusal(409, 'KEY_INVALID'))
    expect(left()).toEqual({ added: [expect.any(String)], unfinished: [] })
  })
})
