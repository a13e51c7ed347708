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
import { start } from '#tests/kit/start.ts'
import slipUpload from './slip-upload.model.ts'

const submit = (sent = file) => ({ type: 'slip.submit' as const, file: sent })
const choose = (facts: typeof picture | null) => ({ type: 'slip.choose' as const, facts })
type Upload = { file: File; key: string; owner: unknown }

async function open(before: PendingSlip | null = null) {
  const it = await start(slipUpload, { pending: before }, { actions: ['savePending', 'clearPending'] })
  const uploads = () => it.asked('upload') as Upload[]
  return { ...it, uploads, keys: () => uploads().map(({ key }) => key) }
}
async function uploading() {
  const it = await open()
  await it.send(choose(picture), submit())
  return it
}
async function unsure() {
  const it = await uploading()
  await it.fail('upload', noAnswer)
  return it
}
const is = (it: Awaited<ReturnType<typeof open>>, slip: string) => it.now().matches({ slip: slip as never })

describe('the picture', () => {
  test('none: nothing is sent (R108)', async () => {
    const it = await open()
    await it.send(submit(), choose(picture), choose(null), submit())
    expect([it.uploads(), it.now().context.chosen]).toEqual([[], null])
  })

  test.each([
    ['type', text, textFile],
    ['size', { ...picture, size: 10 * 1024 * 1024 + 1 }, file],
  ] as const)(
    'invalid %s: reports it and sends nothing; another one is sent (D-12)',
    async (problem, facts, chosen) => {
      const it = await open()
      await it.send(choose(facts), submit(chosen))
      expect([it.now().context.problem, it.uploads()]).toEqual([problem, []])
      await it.send(choose(picture))
      expect(it.now().context.problem).toBeNull()
      await it.send(submit())
      expect(it.uploads()).toHaveLength(1)
    },
  )

  test('is sent with a key, and its facts are stored, not the file itself (R336, D-12)', async () => {
    const it = await uploading()
    expect(it.uploads()).toMatchObject([{ file, key: expect.stringMatching(/^[\da-f-]{36}$/), owner: it.actor }])
    expect(it.now().hasTag('busy')).toBe(true)
    expect(it.now().context.pending).toEqual({ key: it.keys()[0], facts: picture, sentAt: 0 })
    expect(it.done).toEqual(['savePending'])
    const { context } = it.now()
    expect(JSON.parse(JSON.stringify(context))).toEqual(context)
  })

  test('shows the progress, which restarts with the next one (R336)', async () => {
    const it = await uploading()
    expect(it.now().context.sent).toBe(0)
    await it.send({ type: 'slip.progress', sent: 256, size: 1024 })
    expect(it.now().context.sent).toBe(0.25)
    await it.send({ type: 'slip.progress', sent: 0, size: 0 })
    expect(it.now().context.sent).toBe(0)
    await it.send({ type: 'slip.progress', sent: 1024, size: 1024 }, { type: 'slip.cancel' }, submit())
    expect(it.now().context.sent).toBe(0)
  })

  test('arrived: reports it, and the next one is a new slip (R20, R108)', async () => {
    const it = await uploading()
    await it.answer('upload', {})
    expect([is(it, 'sent'), it.done]).toEqual([true, ['savePending', 'clearPending']])
    expect(it.now().context).toMatchObject({ chosen: null, pending: null })
    await it.send({ type: 'slip.gotIt' }, choose(picture), submit())
    expect(new Set(it.keys()).size).toBe(2)
  })

  test.each(['SLIP_UPLOAD_FAIL', 'SLIP_INVALID_FILE', 'SLIP_NO_FILE'])(
    'refused with %s: reports it, the picture stays, and the next try has its own key (D-12)',
    async (code) => {
      const it = await uploading()
      await it.fail('upload', refused(code))
      expect([is(it, 'choosing'), it.now().context.failure?.code]).toEqual([true, code])
      expect(it.now().context).toMatchObject({ chosen: picture, pending: null })
      expect(it.done).toEqual(['savePending', 'clearPending'])
      await it.send(submit())
      expect([it.now().context.failure, new Set(it.keys()).size]).toEqual([null, 2])
    },
  )
})

describe('exactly once', () => {
  test('one press starts one upload, which ends only by its answer or by stopping it', async () => {
    const it = await uploading()
    await it.send(submit(), choose(other), submit(otherFile), { type: 'slip.gotIt' })
    expect([it.uploads().length, is(it, 'uploading'), it.now().context.chosen]).toEqual([1, true, picture])
  })

  test('stopped: it may have arrived, so the same picture is sent with the same key', async () => {
    const it = await uploading()
    await it.send({ type: 'slip.cancel' })
    expect([is(it, 'choosing'), it.waits('upload'), it.done]).toEqual([true, false, ['savePending']])
    await it.send(choose(null), choose(picture), submit())
    expect(it.keys()).toEqual([it.keys()[0], it.keys()[0]])
  })

  test('without an answer reports no failure, and resends nothing', async () => {
    const it = await unsure()
    expect([is(it, 'unsure'), it.done]).toEqual([true, ['savePending']])
    await it.pass(600_000)
    expect(it.uploads()).toHaveLength(1)
  })

  test('the same picture always has the same key', async () => {
    const it = await unsure()
    await it.send(submit())
    await it.fail('upload', noAnswer)
    await it.send(choose(picture))
    expect(is(it, 'unsure')).toBe(true)
    await it.send(submit())
    expect([it.uploads().length, new Set(it.keys()).size]).toEqual([3, 1])
    await it.answer('upload', {})
    expect([is(it, 'sent'), it.done.at(-1)]).toEqual([true, 'clearPending'])
  })

  test('with nothing chosen the outcome stays unknown', async () => {
    const it = await unsure()
    await it.send(choose(null), submit())
    expect([is(it, 'unsure'), it.uploads().length]).toEqual([true, 1])
    await it.send(choose(picture), submit())
    expect(new Set(it.keys()).size).toBe(1)
  })

  test('can be checked outside of the hours: the server knows when it arrived (R535)', async () => {
    const it = await unsure()
    await it.answer('lookup.slip', hours)
    await it.send({ type: 'clock.tick', now: CLOSING }, submit())
    expect(new Set(it.keys()).size).toBe(1)
    expect(it.uploads()).toHaveLength(2)
  })

  test.each(['UNAUTHORIZED', 'gone'])('a login that has ended (%s) is no answer to it (R386–R391)', async (code) => {
    const it = await unsure()
    await it.send(submit())
    await it.fail('upload', refused(code))
    expect([is(it, 'unsure'), it.done]).toEqual([true, ['savePending']])
  })

  test('a login that had ended before it was sent is an answer: it did not arrive (R389)', async () => {
    const it = await uploading()
    await it.fail('upload', refused('UNAUTHORIZED'))
    expect([is(it, 'choosing'), it.done.at(-1)]).toEqual([true, 'clearPending'])
  })

  test('the player gives it up: nothing stays stored, and the next one has its own key', async () => {
    const it = await unsure()
    await it.send({ type: 'slip.giveUp' })
    expect([is(it, 'choosing'), it.now().context.pending, it.done.at(-1)]).toEqual([true, null, 'clearPending'])
    await it.send(choose(picture), submit())
    expect(new Set(it.keys()).size).toBe(2)
  })

  test("an emptied field keeps the server's message (R337)", async () => {
    const it = await uploading()
    await it.fail('upload', refused('SLIP_INVALID_FILE'))
    await it.send(choose(null))
    expect(it.now().context.failure?.code).toBe('SLIP_INVALID_FILE')
    await it.send(choose(picture))
    expect(it.now().context.failure).toBeNull()
  })

  test('another picture waits until this one is given up, and is then another slip with its own key', async () => {
    const it = await unsure()
    await it.send(choose(other), submit(otherFile))
    expect([is(it, 'unsure'), it.uploads().length]).toEqual([true, 1])
    await it.send({ type: 'slip.giveUp' }, choose(other), submit(otherFile))
    expect([it.uploads()[1]?.file, new Set(it.keys()).size]).toEqual([otherFile, 2])
    expect(it.now().context.pending).toEqual({ key: it.keys()[1], facts: other, sentAt: 0 })
    expect(it.done).toEqual(['savePending', 'clearPending', 'savePending'])
  })

  test('sent before a reload: unknown, and the same picture takes its key', async () => {
    const it = await open(pending)
    expect([is(it, 'unsure'), it.uploads()]).toEqual([true, []])
    await it.send(submit())
    expect(it.uploads()).toEqual([])
    await it.send(choose({ ...picture }), submit())
    expect(it.keys()).toEqual([pending.key])
  })

  test('another picture is not mistaken for the one sent before', async () => {
    const it = await open(pending)
    await it.send(choose(other), submit(otherFile))
    expect([is(it, 'unsure'), it.uploads()]).toEqual([true, []])
  })
})

describe('a slip without an answer at a backend that would count it twice', () => {
  it('is looked up in the list of slips, also after a reload (R336)', async () => {
    const app = await open(unkeyed)
    expect(is(app, 'looking')).toBe(true)
    await app.answer('look', [])
    expect(is(app, 'evident')).toBe(true)
    expect(app.uploads()).toEqual([])
  })

  it('is looked up as soon as no answer came, and keeps its sending time (R336)', async () => {
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

  it('is looked up again after the list could not be read (R336)', async () => {
    const app = await open(unkeyed)
    await app.fail('look', noAnswer)
    expect(is(app, 'unseen')).toBe(true)
    await app.send({ type: 'slip.check' })
    expect(is(app, 'looking')).toBe(true)
    expect(app.uploads()).toEqual([])
  })

  it.each([
    ['seen the list', true],
    ['could not see the list', false],
  ])('is given up by a player who has %s: the next picture is a new slip (R336)', async (_, isSeen) => {
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
