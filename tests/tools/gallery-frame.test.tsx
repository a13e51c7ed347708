import { expect, test, vi } from 'vitest'
import { openFrame } from '#tests/gallery/frame.ts'

test('a gallery page marks its document and its frame in the index as shown once it is rendered', async () => {
  const frame = document.createElement('iframe')
  vi.spyOn(window, 'frameElement', 'get').mockReturnValue(frame)
  await openFrame({ machine: 'otp', state: 'verifying' }, 'la')
  expect([document.documentElement, frame].map(({ dataset }) => dataset.gallery)).toEqual(['shown', 'shown'])
  expect(document.documentElement.lang).toBe('lo')
})
