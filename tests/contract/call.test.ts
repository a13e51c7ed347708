import * as v from 'valibot'
import { expect, test } from 'vitest'
import { change } from '#contract/call.ts'
import { failureOf } from '#contract/failure.ts'

test('by default a call sends JSON, needs a session, contains no secret, does not log in and must not run twice', () => {
  const call = change('POST /api/x', v.object({}), v.object({}))
  expect(call).toMatchObject({ method: 'POST', path: '/api/x', form: false, access: 'member', secret: false })
  expect(call).toMatchObject({ login: false, repeatable: false, needs: null })
})

test.each([
  [
    'a message that looks like a code is the code of the refusal',
    { status: 400, message: 'NEW_CODE' },
    'read',
    'refused',
    'NEW_CODE',
  ],
  [
    'a refusal keeps its code if its message is not a string',
    { status: 400, code: 'NEW_CODE', message: 5 },
    'read',
    'refused',
    'NEW_CODE',
  ],
  [
    'a 400 with neither code nor message leaves the outcome unknown',
    { status: 400 },
    'read',
    'unknown',
    'INTERNAL_SERVER_ERROR',
  ],
  [
    'a redirect leaves the outcome unknown',
    { status: 302, message: 'NEW_CODE' },
    'read',
    'unknown',
    'INTERNAL_SERVER_ERROR',
  ],
] as const)('%s (R388)', (_, said, kind, outcome, code) => {
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
