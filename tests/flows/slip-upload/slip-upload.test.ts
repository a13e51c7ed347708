import { describe, expect, it, test } from 'vitest'
import type { PendingSlip } from '#machines/slip-upload.machine.ts'
import { noAnswer, refused } from '#tests/kit/samples/failures.ts'
import {
  CLOSING,
  file,
  hours,
  listed,
  NOON,
  other,
  otherFile,
  pending,
  picture,
  text,
  textFile,
  unkeyed,
} from '#tests/kit/samples/slip.ts'
import { listener, start } from '#tests/kit/start.ts'
import slipUpload from './slip-upload.model.ts'

const submit = (sent = file) => ({ type: 'slip.submit' as const, file: sent })
const choose = (facts: typeof picture | null) => ({ type: 'slip.choose' as const, facts })
type Upload = { file: File; key: string; owner: unknown }

async function open(before: PendingSlip | null = null) {
  const wallet = listener()
  const input = { wallet: wallet.ref as never, pending: before }
  const app = await start(slipUpload, input, { actions: ['savePending', 'clearPending'] })
  const uploads = () => app.asked('upload') as Upload[]
  return { ...app, wallet: wallet.heard, uploads, keys: () => uploads().map(({ key }) => key) }
}
async function uploading() {
  const app = await open()
  await app.send(choose(picture), submit())
  return app
}
async function unsure() {
  const app = await uploading()
  await app.fail('upload', noAnswer)
  return app
}
const is = (app: Awaited<ReturnType<typeof open>>, slip: string) => app.now().matches({ slip: slip as never })

describe('the picture', () => {
  test('is required for sending a slip (R108)', async () => {
    const app = await open()
    await app.send(submit(), choose(picture), choose(null), submit())
    expect([app.uploads(), app.now().context.chosen]).toEqual([[], null])
  })

  test.each([
    ['type', text, textFile],
    ['size', { ...picture, size: 10 * 1024 * 1024 + 1 }, file],
  ] as const)(
    'is refused and not sent if its %s is invalid, and a valid one can then be sent (D-12)',
    async (problem, facts, chosen) => {
      const app = await open()
      await app.send(choose(facts), submit(chosen))
      expect([app.now().context.problem, app.uploads()]).toEqual([problem, []])
      await app.send(choose(picture))
      expect(app.now().context.problem).toBeNull()
      await app.send(submit())
      expect(app.uploads()).toHaveLength(1)
    },
  )

  test('is sent with an idempotency key, and only its metadata is stored, not the file itself (R336, D-12)', async () => {
    const app = await uploading()
    expect(app.uploads()).toMatchObject([{ file, key: expect.stringMatching(/^[\da-f-]{36}$/), owner: app.actor }])
    expect(app.now().hasTag('busy')).toBe(true)
    expect(app.now().context.pending).toEqual({ key: app.keys()[0], facts: picture, sentAt: 0 })
    expect(app.done).toEqual(['savePending'])
    const { wallet, ...context } = app.now().context
    expect(JSON.parse(JSON.stringify(context))).toEqual(context)
  })

  test('shows its upload progress, which restarts with each upload (R336)', async () => {
    const app = await uploading()
    expect(app.now().context.sent).toBe(0)
    await app.send({ type: 'slip.progress', sent: 256, size: 1024 })
    expect(app.now().context.sent).toBe(0.25)
    await app.send({ type: 'slip.progress', sent: 0, size: 0 })
    expect(app.now().context.sent).toBe(0)
    await app.send({ type: 'slip.progress', sent: 1024, size: 1024 }, { type: 'slip.cancel' }, submit())
    expect(app.now().context.sent).toBe(0)
  })

  test('is reported as sent once it has arrived, after which the wallet is reloaded and the player can send a new slip (R20, R108, R597)', async () => {
    const app = await uploading()
    expect(app.wallet).toEqual([])
    await app.answer('upload', {})
    expect([is(app, 'sent'), app.done]).toEqual([true, ['savePending', 'clearPending']])
    expect(app.wallet).toEqual([{ type: 'wallet.read' }])
    expect(app.now().context).toMatchObject({ chosen: null, pending: null })
    await app.send({ type: 'slip.gotIt' }, choose(picture), submit())
    expect(new Set(app.keys()).size).toBe(2)
  })

  test.each(['SLIP_UPLOAD_FAIL', 'SLIP_INVALID_FILE', 'SLIP_NO_FILE'])(
    'stays chosen after the refusal %s, and gets a new idempotency key for the next attempt (D-12)',
    async (code) => {
      const app = await uploading()
      await app.fail('upload', refused(code))
      expect([is(app, 'choosing'), app.now().context.failure?.code]).toEqual([true, code])
      expect(app.now().context).toMatchObject({ chosen: picture, pending: null })
      expect(app.done).toEqual(['savePending', 'clearPending'])
      await app.send(submit())
      expect([app.now().context.failure, new Set(app.keys()).size]).toEqual([null, 2])
    },
  )
})

describe('an upload', () => {
  test('ignores other events while it is running', async () => {
    const app = await uploading()
    await app.send(submit(), choose(other), submit(otherFile), { type: 'slip.gotIt' })
    expect([app.uploads().length, is(app, 'uploading'), app.now().context.chosen]).toEqual([1, true, picture])
  })

  test('may have arrived when it is stopped, so the same picture is resent with the same idempotency key', async () => {
    const app = await uploading()
    await app.send({ type: 'slip.cancel' })
    expect([is(app, 'choosing'), app.waits('upload'), app.done]).toEqual([true, false, ['savePending']])
    await app.send(choose(null), choose(picture), submit())
    expect(app.keys()).toEqual([app.keys()[0], app.keys()[0]])
  })

  test('is neither reported as failed nor resent automatically if no reply arrives', async () => {
    const app = await unsure()
    expect([is(app, 'unsure'), app.done]).toEqual([true, ['savePending']])
    await app.pass(600_000)
    expect(app.uploads()).toHaveLength(1)
  })

  test('uses the same idempotency key whenever the same picture is resent', async () => {
    const app = await unsure()
    await app.send(submit())
    await app.fail('upload', noAnswer)
    await app.send(choose(picture))
    expect(is(app, 'unsure')).toBe(true)
    await app.send(submit())
    expect([app.uploads().length, new Set(app.keys()).size]).toEqual([3, 1])
    await app.answer('upload', {})
    expect([is(app, 'sent'), app.done.at(-1)]).toEqual([true, 'clearPending'])
  })

  test('still has an unknown outcome after the player removes the picture', async () => {
    const app = await unsure()
    await app.send(choose(null), submit())
    expect([is(app, 'unsure'), app.uploads().length]).toEqual([true, 1])
    await app.send(choose(picture), submit())
    expect(new Set(app.keys()).size).toBe(1)
  })

  test('can be checked outside opening hours, because the server has recorded when the slip arrived (R535)', async () => {
    const app = await unsure()
    await app.answer('lookup.slip', hours)
    await app.send({ type: 'clock.tick', now: CLOSING }, submit())
    expect(new Set(app.keys()).size).toBe(1)
    expect(app.uploads()).toHaveLength(2)
  })

  test.each(['UNAUTHORIZED', 'gone'])(
    'still has an unknown outcome if its check is refused with %s (R386–R391)',
    async (code) => {
      const app = await unsure()
      await app.send(submit())
      await app.fail('upload', refused(code))
      expect([is(app, 'unsure'), app.done]).toEqual([true, ['savePending']])
    },
  )

  test('is reported as not sent if the session had already ended (R389)', async () => {
    const app = await uploading()
    await app.fail('upload', refused('UNAUTHORIZED'))
    expect([is(app, 'choosing'), app.done.at(-1)]).toEqual([true, 'clearPending'])
  })

  test('is no longer stored once the player gives it up, and the next slip gets a new idempotency key', async () => {
    const app = await unsure()
    await app.send({ type: 'slip.giveUp' })
    expect([is(app, 'choosing'), app.now().context.pending, app.done.at(-1)]).toEqual([true, null, 'clearPending'])
    await app.send(choose(picture), submit())
    expect(new Set(app.keys()).size).toBe(2)
  })

  test('shows the server’s refusal until the player chooses another picture, even if the field is emptied (R337)', async () => {
    const app = await uploading()
    await app.fail('upload', refused('SLIP_INVALID_FILE'))
    await app.send(choose(null))
    expect(app.now().context.failure?.code).toBe('SLIP_INVALID_FILE')
    await app.send(choose(picture))
    expect(app.now().context.failure).toBeNull()
  })

  test('must be given up before another picture can be sent as a new slip with its own idempotency key', async () => {
    const app = await unsure()
    await app.send(choose(other), submit(otherFile))
    expect([is(app, 'unsure'), app.uploads().length]).toEqual([true, 1])
    await app.send({ type: 'slip.giveUp' }, choose(other), submit(otherFile))
    expect([app.uploads()[1]?.file, new Set(app.keys()).size]).toEqual([otherFile, 2])
    expect(app.now().context.pending).toEqual({ key: app.keys()[1], facts: other, sentAt: 0 })
    expect(app.done).toEqual(['savePending', 'clearPending', 'savePending'])
  })

  test('has an unknown outcome after a reload, and resending the same picture reuses the idempotency key', async () => {
    const app = await open(pending)
    expect([is(app, 'unsure'), app.uploads()]).toEqual([true, []])
    await app.send(submit())
    expect(app.uploads()).toEqual([])
    await app.send(choose({ ...picture }), submit())
    expect(app.keys()).toEqual([pending.key])
  })

  test('is not continued with a different picture after a reload', async () => {
    const app = await open(pending)
    await app.send(choose(other), submit(otherFile))
    expect([is(app, 'unsure'), app.uploads()]).toEqual([true, []])
  })
})

describe('a slip with an unknown outcome on a backend without idempotency keys', () => {
  it('is looked up in the slip list, even after a reload (R336)', async () => {
    const app = await open(unkeyed)
    expect(is(app, 'looking')).toBe(true)
    await app.answer('look', [])
    expect(is(app, 'evident')).toBe(true)
    expect(app.uploads()).toEqual([])
  })

  it('is looked up as soon as its upload fails, and keeps its original send time (R336)', async () => {
    const app = await open()
    await app.send({ type: 'clock.tick', now: NOON }, choose(picture), submit())
    await app.answer('upload', { isUnkeyed: true })
    expect(is(app, 'looking')).toBe(true)
    expect(app.now().context.pending).toMatchObject({ sentAt: NOON, isInDoubt: true, isUnkeyed: true })
    expect(app.uploads()).toHaveLength(1)
  })

  it('is looked up again whenever the player checks (R336)', async () => {
    const app = await open(unkeyed)
    await app.answer('look', [listed])
    await app.send({ type: 'slip.check' })
    expect(is(app, 'looking')).toBe(true)
    await app.answer('look', [listed])
    expect(is(app, 'evident')).toBe(true)
    expect(app.uploads()).toEqual([])
  })

  it('is looked up again after the list failed to load (R336)', async () => {
    const app = await open(unkeyed)
    await app.fail('look', noAnswer)
    expect(is(app, 'unseen')).toBe(true)
    await app.send({ type: 'slip.check' })
    expect(is(app, 'looking')).toBe(true)
    expect(app.uploads()).toEqual([])
  })

  it.each([
    ['seen the slip list', true],
    ['not been able to load the slip list', false],
  ])('can be given up by a player who has %s, and the next picture is a new slip (R336)', async (_, isSeen) => {
    const app = await open(unkeyed)
    await (isSeen ? app.answer('look', []) : app.fail('look', noAnswer))
    await app.send({ type: 'slip.giveUp' })
    expect(is(app, 'choosing')).toBe(true)
    expect(app.now().context.pending).toBeNull()
    expect(app.done).toEqual(['clearPending'])
    await app.send(choose(picture), submit())
    expect(app.keys()).not.toContain(unkeyed.key)
  })
})
