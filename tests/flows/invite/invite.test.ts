import { describe, expect, test } from 'vitest'
import { inviteCode } from '#contract/invite.ts'
import { bannersOf } from '#tests/kit/samples/banner.ts'
import { noAnswer, refused } from '#tests/kit/samples/failures.ts'
import { listener, start } from '#tests/kit/start.ts'
import invite, { LINK } from './invite.model.ts'

const BANNERS = 'invite.banners'

async function open() {
  const toasts = listener()
  const app = await start(invite, { toasts: toasts.ref as never }, { actions: ['copy', 'share'] })
  return { ...app, toasts: toasts.heard, hasList: () => app.now().children.inviteList !== undefined }
}

describe('opening the invite dialog', () => {
  test('loads the banners first, and shows the link and the list of friends once the banners are closed (R100, R103, R342)', async () => {
    const app = await open()
    expect([app.asked(BANNERS), app.now().hasTag('busy'), app.hasList()]).toEqual([[{}], true, false])
    await app.answer(BANNERS, bannersOf(2))
    expect([app.now().value, app.now().context.banners, app.hasList()]).toEqual(['banners', bannersOf(2), false])
    await app.send({ type: 'banners.close' })
    expect([app.now().value, app.hasList(), app.asked(BANNERS).length]).toEqual(['open', true, 1])
  })

  test('shows the link and the list of friends directly if there are no banners (R102)', async () => {
    const app = await open()
    await app.answer(BANNERS, [])
    expect([app.now().value, app.hasList()]).toEqual(['open', true])
  })

  test.each([noAnswer, refused('INTERNAL_SERVER_ERROR')])(
    'shows the link directly, without an error message, if the banners fail to load: %o (R102)',
    async (failure) => {
      const app = await open()
      await app.fail(BANNERS, failure)
      expect([app.now().value, app.toasts]).toEqual(['open', []])
    },
  )
})

describe('the invite link', () => {
  test('contains the code PR followed by the member’s id (R104, D-41)', () => expect(inviteCode('65f2')).toBe('PR65f2'))

  test('can be copied and shared only after the banners have loaded (R104)', async () => {
    const app = await open()
    const [copy, share] = [{ type: 'link.copy', link: LINK } as const, { type: 'link.share', link: LINK } as const]
    await app.send(copy, share)
    expect(app.done).toEqual([])
    await app.answer(BANNERS, [])
    await app.send(copy, share)
    expect(app.done).toEqual(['copy', 'share'])
  })

  test.each([
    ['R399', true, 'good', 'copy.done'],
    ['R400', false, 'bad', 'copy.failed'],
  ])('triggers a toast that reports whether the link was copied: $1 ($0)', async (_, isDone, tone, text) => {
    const app = await open()
    await app.answer(BANNERS, [])
    await app.send({ type: 'copy.ended', isDone })
    expect(app.toasts).toEqual([{ type: 'toast.show', tone, text }])
  })
})
