import { act, render, screen, waitFor } from '@testing-library/react'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { createActor, createEmptyActor, fromPromise } from 'xstate'
import th from '#locales/th.json'
import { chatMessageMachine } from '#machines/chat-message.machine.ts'
import { ChatItemRow } from '#src/features/chat/chat-item-row.tsx'
import { clearFile, storeFile } from '#src/lib/attachments.ts'
import { KEPT, keptPicture, keptText, picture, sender } from '#tests/kit/samples/chat.ts'
import { noAnswer, refused } from '#tests/kit/samples/failures.ts'
import { plain } from '#tests/kit/screen.ts'
import { speakThai } from '#tests/kit/thai.ts'

beforeAll(speakThai)

/** Renders an item that is being sent. Without `failure`, the call stays pending. */
async function show({ item }: typeof keptText, failure: unknown = null, file = picture) {
  const answer = fromPromise(() => (failure ? Promise.reject(failure) : new Promise<never>(() => {})))
  const logic = chatMessageMachine.provide({ actors: { upload: answer, 'chat.send': answer } as never })
  const input = { clientId: KEPT, item, owner: createEmptyActor() as never, isKept: false, isLost: false }
  const actor = createActor(logic, { input }).start()
  storeFile(KEPT, file)
  onTestFinished(() => {
    actor.stop()
    clearFile(KEPT)
  })
  const { container } = render(<ChatItemRow actor={actor} clientId={KEPT} />)
  await act(async () => actor.send({ type: 'item.start', sender }))
  return { actor, why: () => container.querySelector('.hint')?.textContent ?? null }
}

test.each([
  ['a file of an unsupported kind (R288–R289)', keptPicture, refused('NO_DATA'), th.chat.badFile],
  ['a text while the chat is closed', keptText, refused('NO_DATA'), th.chat.closed],
  ['a text beyond the limit', keptText, refused('REQUEST_LIMIT'), th.errorMsg.REQUEST_LIMIT],
  ['a text of a guest whose id has changed', keptText, refused('NO_USER'), null],
  ['a text without a reply', keptText, noAnswer, null],
])(
  'the row of an unsent message shows the failure reason, if there is one: %s (R248)',
  async (_, item, failure, text) => {
    const { why } = await show(item, failure)
    expect(why() && plain(why() ?? '')).toBe(text && plain(text))
  },
)

test.each([
  ['of an unsupported kind can only be removed', refused('NO_DATA'), [th.chat.remove]],
  ['beyond the limit can be removed or resent', refused('REQUEST_LIMIT'), [th.chat.remove, th.chat.resend]],
])('a rejected file %s (R248–R249, R288)', async (_, failure, names) => {
  await show(keptPicture, failure)
  expect(screen.getAllByRole('button').map(({ textContent }) => plain(textContent ?? ''))).toEqual(names.map(plain))
})

test('the row of an unsent picture shows the file name if the picture cannot be displayed (R288)', async () => {
  await show(keptPicture, refused('NO_DATA'), new File(['text'], picture.name, { type: picture.type }))
  await waitFor(() => expect(screen.queryByRole('img')).toBeNull())
  expect(screen.getByText(picture.name)).toBeVisible()
})

test('the row of an unsent picture shows a progress bar during the upload, and announces the percentage only once (R374)', async () => {
  const { actor } = await show(keptPicture)
  await act(async () => actor.send({ type: 'item.progress', sent: 50, size: 100 }))
  const bar = screen.getByRole('progressbar', { name: picture.name })
  expect(bar).toHaveValue(50)
  const [inner, outer] = [bar, bar.parentElement as HTMLElement].map((element) => element.getBoundingClientRect())
  expect(inner && outer && inner.top > outer.top && inner.bottom < outer.bottom && inner.width < outer.width).toBe(true)
  expect(screen.getAllByText(plain(th.chat.uploading.replace('{{percent}}', '50')))).toHaveLength(1)
})
