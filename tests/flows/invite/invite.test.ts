import { describe, expect, test } from 'vitest'
import { inviteCode } from '#contract/invite.ts'
import { bannersOf } from '#tests/kit/samples/banner.ts'
import { noAnswer, refused } from '#tests/kit/samples/failures.ts'
import { listener, start } from '#tests/kit/start.ts'
import invite, { LINK } from './invite.model.ts'

const BANNERS = 'invite.banners'

async function open() {
  const toasts = listener()
  const it = await start(invite, { toasts: toasts.ref as never }, { actions: ['copy', 'share'] })
  return { ...it, toasts: toasts.heard, hasList: () => it.now().children.inviteList !== undefined }
}

describe('opening', () => {
  test('loads the banners first; closing them opens the rest with the list (R100, R103, R342)', async () => {
    const it = await open()
    expect([it.asked(BANNERS), it.now().hasTag('busy'), it.hasList()]).toEqual([[{}], true, false])
    await it.answer(BANNERS, bannersOf(2))
    expect([it.now().value, it.now().context.banners, it.hasList()]).toEqual(['banners', bannersOf(2), false])
    await it.send({ type: 'banners.close' })
    expect([it.now().value, it.hasList(), it.asked(BANNERS).length]).toEqual(['open', true, 1])
  })

  test('without banners it opens directly (R102)', async () => {
    const it = await open()
    await it.answer(BANNERS, [])
    expect([it.now().value, it.hasList()]).toEqual(['open', true])
  })

  test.each([noAnswer, refused('INTERNAL_SERVER_ERROR')])(
    'also opens directly, silently, if they fail to load (%o) (R102)',
    async (failure) => {
      const it = await open()
      await it.fail(BANNERS, failure)
      expect([it.now().value, it.toasts]).toEqual(['open', []])
    },
  )
})

describe('the link', () => {
  test('the code is PR and the member’s id (R104, D-41)', () => expect(inviteCode('65f2')).toBe('PR65f2'))

  test('can be copied and shared once it is loaded (R104)', async () => {
    const it = await open()
    const [copy, share] = [{ type: 'link.copy', link: LINK } as const, { type: 'link.share', link: LINK } as const]
    await it.send(copy, share)
    expect(it.done).toEqual([])
    await it.answer(BANNERS, [])
    await it.send(copy, share)
    expect(it.done).toEqual(['copy', 'share'])
  })

  test.each([
    ['R399', true, 'good', 'copy.done'],
    ['R400', false, 'bad', 'copy.failed'],
  ])('%s copied: %s', async (_, isDone, tone, text) => {
    const it = await open()
    await it.answer(BANNERS, [])
    await it.send({ type: 'copy.ended', isDone })
    expect(it.toasts).toEqual([{ type: 'toast.show', tone, text }])
  })
})
