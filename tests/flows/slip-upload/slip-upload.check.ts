import { expect } from 'vitest'
import { checkOf } from '#tests/kit/drive.tsx'
import { file } from '#tests/kit/samples/slip.ts'
import slipUpload from './slip-upload.screen.tsx'

export default checkOf(slipUpload, (actor, { calls }) => {
  const seen = actor.getSnapshot()
  if (seen.matches({ slip: 'uploading' }))
    expect(calls.findLast(({ id }) => id === 'upload')?.input).toMatchObject({ file, key: seen.context.pending?.key })
})
