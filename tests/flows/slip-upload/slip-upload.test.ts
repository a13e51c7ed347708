import { describe, expect, it, test } from 'vitest'
import type { PendingSlip } from '#machines/slip-upload.machine.ts'
import { noAnswer, refused } from '#tests/kit/samples/failures.ts'
import {
  CLOSING,
  file,
  hours,
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
  const it = await start(slipUpload, { pending: before }, { actions: ['savePending', 'dropPending'] })
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
  test('none: nothing goes out (R108)', async () => {
    const it = await open()
    await it.send(submit(), choose(picture), choose(null), submit())
    expect([it.uploads(), it.now().context.chosen]).toEqual([[], null])
  })

  test.each([
    ['type', text, textFile],
    ['size', { ...picture, size: 10 * 1024 * 1024 + 1 }, file],
  ] as const)(
    'wrong by its %s: said, and it does not go out; another one does (D-12)',
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

  test('goes out with a key, and is kept by what is known of it, not by itself (R336, D-12)', async () => {
    const it = await uploading()
    expect(it.uploads()).toMatchObject([{ file, key: expect.stringMatching(/^[\da-f-]{36}$/), owner: it.actor }])
    expect(it.now().hasTag('busy')).toBe(true)
    expect(it.now().context.pending).toEqual({ key: it.keys()[0], facts: picture, sentAt: 0 })
    expect(it.done).toEqual(['savePending'])
    const { context } = it.now()
    expect(JSON.parse(JSON.stringify(context))).toEqual(context)
  })

  test('how far it is shows, and begins anew with the next one (R336)', async () => {
    const it = await uploading()
    expect(it.now().context.sent).toBe(0)
    await it.send({ type: 'slip.progress', sent: 256, size: 1024 })
    expect(it.now().context.sent).toBe(0.25)
    await it.send({ type: 'slip.progress', sent: 0, size: 0 })
    expect(it.now().context.sent).toBe(0)
    await it.send({ type: 'slip.progress', sent: 1024, size: 1024 }, { type: 'slip.cancel' }, submit())
    expect(it.now().context.sent).toBe(0)
  })

  test('it has arrived: said, and the next one is a new one (R20, R108)', async () => {
    const it = await uploading()
    await it.answer('upload', {})
    expect([is(it, 'sent'), it.done]).toEqual([true, ['savePending', 'dropPending']])
    expect(it.now().context).toMatchObject({ chosen: null, pending: null })
    await it.send({ type: 'slip.gotIt' }, choose(picture), submit())
    expect(new Set(it.keys()).size).toBe(2)
  })

  test.each(['SLIP_UPLOAD_FAIL', 'SLIP_INVALID_FILE', 'SLIP_NO_FILE'])(
    'refused with %s: said, the picture stays, and the next try has its own key (D-12)',
    async (code) => {
      const it = await uploading()
      await it.fail('upload', refused(code))
      expect([is(it, 'choosing'), it.now().context.failure?.code]).toEqual([true, code])
      expect(it.now().context).toMatchObject({ chosen: picture, pending: null })
      expect(it.done).toEqual(['savePending', 'dropPending'])
      await it.send(submit())
      expect([it.now().context.failure, new Set(it.keys()).size]).toEqual([null, 2])
    },
  )
})

describe('exactly once', () => {
  test('exactly once: one press, one upload; it is left only by its answer or by stopping it', async () => {
    const it = await uploading()
    await it.send(submit(), choose(other), submit(otherFile), { type: 'slip.gotIt' })
    expect([it.uploads().length, is(it, 'uploading'), it.now().context.chosen]).toEqual([1, true, picture])
  })

  test('exactly once: stopped: it may have arrived, so the same picture goes out with the same key', async () => {
    const it = await uploading()
    await it.send({ type: 'slip.cancel' })
    expect([is(it, 'choosing'), it.waits('upload'), it.done]).toEqual([true, false, ['savePending']])
    await it.send(choose(null), choose(picture), submit())
    expect(it.keys()).toEqual([it.keys()[0], it.keys()[0]])
  })

  test('exactly once: no answer: not said to have failed, and nothing repeats by itself', async () => {
    const it = await unsure()
    expect([is(it, 'unsure'), it.done]).toEqual([true, ['savePending']])
    await it.pass(600_000)
    expect(it.uploads()).toHaveLength(1)
  })

  test('exactly once: the same picture again, however often, has the same key', async () => {
    const it = await unsure()
    await it.send(submit())
    await it.fail('upload', noAnswer)
    await it.send(choose(picture))
    expect(is(it, 'unsure')).toBe(true)
    await it.send(submit())
    expect([it.uploads().length, new Set(it.keys()).size]).toEqual([3, 1])
    await it.answer('upload', {})
    expect([is(it, 'sent'), it.done.at(-1)]).toEqual([true, 'dropPending'])
  })

  test('exactly once: with nothing chosen it is as unsure as before', async () => {
    const it = await unsure()
    await it.send(choose(null), submit())
    expect([is(it, 'unsure'), it.uploads().length]).toEqual([true, 1])
    await it.send(choose(picture), submit())
    expect(new Set(it.keys()).size).toBe(1)
  })

  test('it can be checked when slips are taken no more: the server knows when it came (R535)', async () => {
    const it = await unsure()
    await it.answer('lookup.slip', hours)
    await it.send({ type: 'clock.tick', now: CLOSING }, submit())
    expect(new Set(it.keys()).size).toBe(1)
    expect(it.uploads()).toHaveLength(2)
  })

  test.each(['UNAUTHORIZED', 'gone'])('that the login has ended (%s) is no answer to it (R386–R391)', async (code) => {
    const it = await unsure()
    await it.send(submit())
    await it.fail('upload', refused(code))
    expect([is(it, 'unsure'), it.done]).toEqual([true, ['savePending']])
  })

  test('that the login had ended before it was sent is one: it did not arrive (R389)', async () => {
    const it = await uploading()
    await it.fail('upload', refused('UNAUTHORIZED'))
    expect([is(it, 'choosing'), it.done.at(-1)]).toEqual([true, 'dropPending'])
  })

  test('the player gives it up: nothing is kept, and the next one has a key of its own', async () => {
    const it = await unsure()
    await it.send({ type: 'slip.giveUp' })
    expect([is(it, 'choosing'), it.now().context.pending, it.done.at(-1)]).toEqual([true, null, 'dropPending'])
    await it.send(choose(picture), submit())
    expect(new Set(it.keys()).size).toBe(2)
  })

  test('a field that holds nothing any more takes nothing of what the server said (R337)', async () => {
    const it = await uploading()
    await it.fail('upload', refused('SLIP_INVALID_FILE'))
    await it.send(choose(null))
    expect(it.now().context.failure?.code).toBe('SLIP_INVALID_FILE')
    await it.send(choose(picture))
    expect(it.now().context.failure).toBeNull()
  })

  test('exactly once: another picture waits until this one is given up, and is another slip then, with a key of its own', async () => {
    const it = await unsure()
    await it.send(choose(other), submit(otherFile))
    expect([is(it, 'unsure'), it.uploads().length]).toEqual([true, 1])
    await it.send({ type: 'slip.giveUp' }, choose(other), submit(otherFile))
    expect([it.uploads()[1]?.file, new Set(it.keys()).size]).toEqual([otherFile, 2])
    expect(it.now().context.pending).toEqual({ key: it.keys()[1], facts: other, sentAt: 0 })
    expect(it.done).toEqual(['savePending', 'dropPending', 'savePending'])
  })

  test('exactly once: sent before the page was loaded again: unsure, and the same picture takes its key', async () => {
    const it = await open(pending)
    expect([is(it, 'unsure'), it.uploads()]).toEqual([true, []])
    await it.send(submit())
    expect(it.uploads()).toEqual([])
    await it.send(choose({ ...picture }), submit())
    expect(it.keys()).toEqual([pending.key])
  })

  test('exactly once: another picture than the one sent before is not taken for it', async () => {
    const it = await open(pending)
    await it.send(choose(other), submit(otherFile))
    expect([is(it, 'unsure'), it.uploads()]).toEqual([true, []])
  })
})

describe('a slip without an answer at a backend that would count it twice', () => {
  it('is looked for in the list of slips, also after the page was loaded again (R336)', async () => {
    const app = await open(unkeyed)
    expect(is(app, 'looking')).toBe(true)
    await app.answer('look', [])
    expect(is(app, 'evident')).toBe(true)
    expect(app.uploads()).toEqual([])
  })

  it('is looked for as soon as no answer came, and keeps when it was sent (R336)', async () => {
    const app = await open()
    await app.send({ type: 'clock.tick', now: NOON }, choose(picture), submit())
    await app.answer('upload', { isUnkeyed: true })
    expect(is(app, 'looking')).toBe(true)
    expect(app.now().context.pending).toMatchObject({ sentAt: NOON, isInDoubt: true, isUnkeyed: true })
    expect(app.uploads()).toHaveLength(1)
  })
})
