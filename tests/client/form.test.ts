import { expect, test } from 'vitest'
import { formOf } from '#src/lib/form.ts'

test('formOf adds each text and file to the form under its name', async () => {
  const form = formOf({ note: 'hi', slip: new File(['x'], 'slip.png') })
  expect([...form.keys()]).toEqual(['note', 'slip'])
  expect(form.get('note')).toBe('hi')
  expect((form.get('slip') as File).name).toBe('slip.png')
})
