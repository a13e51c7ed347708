import * as v from 'valibot'
import { expect, test } from 'vitest'
import { change } from '#contract/call.ts'
import { failureOf } from '#contract/failure.ts'

test('by default a call sends JSON and needs a session, has no secret, signs nobody in and may not run twice', () => {
  const call = change('POST /api/x', v.object({}), v.object({}))
  expect(call).toMatchObject({ method: 'POST', path: '/api/x', form: false, access: 'member', secret: false })
  expect(call).toMatchObject({ login: false, repeatable: false, needs: null })
})

test.each([
  [
    'R388 a code that only the backend knows, as message',
    { status: 400, message: 'NEW_CODE' },
    'read',
    'refused',
    'NEW_CODE',
  ],
  ['R388 a message that is no text', { status: 400, code: 'NEW_CODE', message: 5 }, 'read', 'refused', 'NEW_CODE'],
  ['R388 neither code nor message', { status: 400 }, 'read', 'unknown', 'INTERNAL_SERVER_ERROR'],
  ['R388 a reply that moves on', { status: 302, message: 'NEW_CODE' }, 'read', 'unknown', 'INTERNAL_SERVER_ERROR'],
] as const)('%s', (_, said, kind, outcome, code) => {
  expect(failureOf(said, { kind, access: 'member' })).toMatchObject({ kind: outcome, code })
})

test('a failure uses its code as the message if the reply has no message (R388)', () => {
  const failure = failureOf({ status: 400, code: 'NEW_CODE', message: 5 }, { kind: 'read', access: 'member' })
  expect(failure.message).toBe('NEW_CODE')
})

test('a failure keeps a code of any format (R388)', () => {
  const failure = failureOf({ status: 400, code: 'new-code', message: 'a text' }, { kind: 'read', access: 'member' })
  expect(failure.code).toBe('new-code')
})
