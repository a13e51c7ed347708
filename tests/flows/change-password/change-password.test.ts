import { describe, expect, it, test } from 'vitest'
import { noAnswer, refused } from '#tests/kit/samples/failures.ts'
import { RULES } from '#tests/kit/samples/settings.ts'
import { start } from '#tests/kit/start.ts'
import changePassword from './change-password.model.ts'

const good = { oldPassword: 'demo1234', newPassword: 'new-demo1234', confirm: 'new-demo1234' }
const CALL = 'account.password'

async function open(sentAt: number | null = null) {
  const input = { least: RULES.passwordMin, endsSessions: true, sentAt }
  return start(changePassword, input, { actions: ['savePending', 'clearPending'] })
}
async function saving(passwords = good) {
  const app = await open()
  await app.send({ type: 'password.submit', ...passwords })
  return app
}
const keys = (inputs: unknown[]) => (inputs as { key: string }[]).map(({ key }) => key)

describe('the new password', () => {
  test.each([
    ['oldPassword', ''],
    ['newPassword', ''],
    ['confirm', ''],
    ['oldPassword', '  '],
  ])('is not sent if the field %s contains "%s" (R278)', async (field, text) => {
    const app = await saving({ ...good, [field]: text })
    expect([app.now().value, app.now().context.problem]).toEqual(['editing', 'empty'])
    expect(app.fakes.calls).toEqual([])
  })

  test('is not sent if the confirmation differs, and typing clears the error (R279)', async () => {
    const app = await saving({ ...good, confirm: 'New-demo1234' })
    expect([app.now().value, app.now().context.problem]).toEqual(['editing', 'passwords'])
    expect(app.fakes.calls).toEqual([])
    await app.send({ type: 'password.type' })
    expect(app.now().context.problem).toBeNull()
  })

  test.each([
    ['secret7', 'short'],
    ['secret-8', null],
    ['รหัสผ่านลับ', null],
  ])('%j has the length problem %s (null if it is long enough)', async (newPassword, problem) => {
    const app = await saving({ ...good, newPassword, confirm: newPassword })
    expect([app.waits(CALL), app.now().context.problem]).toEqual([problem === null, problem])
  })

  test('is reported as too short before it is compared with the confirmation (R279)', async () => {
    expect((await saving({ ...good, newPassword: 'a', confirm: 'b' })).now().context.problem).toBe('short')
  })

  test('is sent even if the old password is short or equal to the new one, because only the server checks that', async () => {
    expect((await saving({ ...good, oldPassword: 'a' })).waits(CALL)).toBe(true)
    expect((await saving({ ...good, oldPassword: good.newPassword })).waits(CALL)).toBe(true)
  })
})

describe('saving a new password', () => {
  test('sends the old and the new password with an idempotency key (R131, R323)', async () => {
    const app = await saving()
    const { oldPassword, newPassword } = good
    expect(app.asked(CALL)).toEqual([{ oldPassword, newPassword, key: expect.stringMatching(/^[\da-f-]{36}$/) }])
    expect(app.now().hasTag('busy')).toBe(true)
  })

  test('reports success, and closes the dialog once the player dismisses the message (R410)', async () => {
    const app = await saving()
    await app.answer(CALL, {})
    expect([app.now().value, app.now().status]).toEqual(['saved', 'active'])
    await app.send({ type: 'password.gotIt' })
    expect(app.now().value).toBe('closed')
    expect(app.now().status).toBe('done')
  })

  it('marks the current password as wrong, and uses a new key for the next attempt (R410)', async () => {
    const app = await saving()
    await app.fail(CALL, refused('WRONG_PASSWORD'))
    expect(app.now().value).toBe('editing')
    expect(app.now().context.problem).toBe('old')
    await app.send({ type: 'password.type' })
    expect(app.now().context.problem).toBeNull()
    await app.send({ type: 'password.submit', ...good })
    expect(new Set(keys(app.asked(CALL))).size).toBe(2)
  })

  it('shows any other refusal in a dialog, and uses a new key for the next attempt (R410)', async () => {
    const app = await saving()
    await app.fail(CALL, refused('INACTIVE_USER'))
    expect(app.now().value).toBe('refused')
    expect(app.now().context.failure?.code).toBe('INACTIVE_USER')
    await app.send({ type: 'password.gotIt' }, { type: 'password.submit', ...good })
    expect(new Set(keys(app.asked(CALL))).size).toBe(2)
  })

  test('waits for the reply, and ignores all events until then', async () => {
    const app = await saving()
    await app.send(
      { type: 'password.submit', ...good },
      { type: 'password.check', ...good },
      { type: 'password.gotIt' },
      { type: 'password.type' },
    )
    expect([app.asked(CALL).length, app.now().value]).toEqual([1, 'saving'])
  })
})

describe('a password change without a reply', () => {
  async function unsure() {
    const app = await saving()
    await app.fail(CALL, noAnswer)
    return app
  }

  test('is neither reported as a failure nor resent automatically', async () => {
    const app = await unsure()
    expect(app.now().value).toBe('unsure')
    await app.pass(600_000)
    await app.send({ type: 'password.submit', ...good })
    expect(app.asked(CALL)).toHaveLength(1)
  })

  it('is not resent when the player closes the dialog instead of checking the outcome', async () => {
    const app = await unsure()
    await app.send({ type: 'password.gotIt' })
    expect(app.now().value).toBe('closed')
    expect(app.asked(CALL)).toHaveLength(1)
  })

  test('is checked by resending the same request', async () => {
    const app = await unsure()
    await app.send({ type: 'password.check', ...good })
    await app.fail(CALL, noAnswer)
    await app.send({ type: 'password.check', ...good })
    const [first, ...more] = app.asked(CALL)
    expect(more).toEqual([first, first])
    await app.answer(CALL, {})
    expect(app.now().value).toBe('saved')
  })

  test('uses a new key for the next attempt if the check is refused', async () => {
    const app = await unsure()
    await app.send({ type: 'password.check', ...good })
    await app.fail(CALL, refused('WRONG_PASSWORD'))
    expect(app.now().context.problem).toBe('old')
    await app.send({ type: 'password.submit', ...good })
    const [first, second, third] = keys(app.asked(CALL))
    expect([second, third === first]).toEqual([first, false])
  })

  test('finishes when the player closes the dialog instead of checking the outcome', async () => {
    const app = await unsure()
    await app.send({ type: 'password.gotIt' })
    expect(app.now().status).toBe('done')
  })
})

test('the context of the password-change machine never contains a password', async () => {
  const app = await saving()
  const seen = [app.now()]
  const see = () => seen.push(app.now())
  await app.fail(CALL, noAnswer)
  see()
  await app.send({ type: 'password.check', ...good })
  see()
  await app.fail(CALL, refused('INACTIVE_USER'))
  see()
  await app.send({ type: 'password.gotIt' }, { type: 'password.submit', ...good, confirm: 'secret' })
  see()
  await app.send({ type: 'password.submit', ...good })
  await app.answer(CALL, {})
  see()
  expect(seen.map(({ value }) => value)).toEqual(['saving', 'unsure', 'saving', 'refused', 'editing', 'saved'])
  for (const { context } of seen) expect(JSON.stringify(context)).not.toMatch(/demo1234|secret/)
})

describe('the record of a pending password change', () => {
  it('is stored in the tab before the request is sent, and removed when the reply arrives (R410)', async () => {
    const app = await saving()
    expect(app.done).toEqual(['savePending'])
    await app.fail(CALL, noAnswer)
    expect(app.done).toEqual(['savePending'])
    await app.send({ type: 'password.check', ...good })
    await app.answer(CALL, {})
    expect(app.done).toEqual(['savePending', 'savePending', 'clearPending'])
  })

  it.each(['WRONG_PASSWORD', 'INACTIVE_USER'])('is removed after the refusal %s (R410)', async (code) => {
    const app = await saving()
    await app.fail(CALL, refused(code))
    expect(app.done).toEqual(['savePending', 'clearPending'])
  })

  it('is reported after a reload without resending the change, and the player can log in to find out the outcome (R410)', async () => {
    const app = await open(1)
    expect(app.now().value).toBe('lost')
    await app.send({ type: 'password.submit', ...good }, { type: 'password.check', ...good })
    expect(app.asked(CALL)).toEqual([])
    await app.send({ type: 'password.login' })
    expect(app.now().value).toBe('left')
    expect(app.now().status).toBe('done')
    expect(app.done).toEqual(['clearPending'])
  })

  it('can be dismissed after a reload, so that the player can start a new change (R410)', async () => {
    const app = await open(1)
    await app.send({ type: 'password.gotIt' })
    expect(app.now().value).toBe('editing')
    expect(app.done).toEqual(['clearPending'])
  })
})
