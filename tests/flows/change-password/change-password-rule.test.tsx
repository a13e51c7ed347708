import { act, render, screen } from '@testing-library/react'
import { beforeAll, expect, it } from 'vitest'
import { createActor } from 'xstate'
import th from '#locales/th.json'
import { ChangePasswordDialog } from '#src/features/profile/change-password-dialog.tsx'
import { disableAnimations } from '#tests/kit/disable-animations.ts'
import { Fakes, settle } from '#tests/kit/run.ts'
import { refused } from '#tests/kit/samples/failures.ts'
import { fill, plain, press, words } from '#tests/kit/screen.ts'
import { speakThai } from '#tests/kit/thai.ts'
import model from './change-password.model.ts'

beforeAll(speakThai)
beforeAll(disableAnimations)

const { password } = th
const hint = (n: number) => plain(password.hint.replace('{{n}}', String(n)))

/**
 * Changes the password to `text` under these operator settings. Returns the text on the form before typing, and whether
 * the call was sent.
 */
async function save(least: number | undefined, text: string, endsSessions = false) {
  const fakes = new Fakes()
  const actor = createActor(fakes.provide(model), { input: { least, endsSessions, sentAt: null } }).start()
  render(<ChangePasswordDialog actor={actor} username="0812345678" onClose={() => {}} />)
  const seen = words()
  await fill(password.old, 'old')
  await fill(password.new, text)
  await fill(password.confirm, text)
  await press(password.save)()
  return { seen, fakes, isSent: fakes.waiting.has('account.password') }
}

it("the password form states the operator's minimum length when a new password is too short (R256)", async () => {
  const { seen, isSent } = await save(4, 'abc')
  expect(seen).toContain(hint(4))
  expect(isSent).toBe(false)
  expect(screen.getByLabelText(password.new)).toHaveAccessibleDescription(
    expect.stringContaining(password.short.replace('{{n}}', '4')),
  )
})

it('the password form accepts a password of any length if the operator sets no minimum (R256)', async () => {
  const { seen, isSent } = await save(undefined, 'a')
  expect(seen).not.toContain(plain(password.hint.split('{{n}}')[0] ?? ''))
  expect(isSent).toBe(true)
})

it('the password form marks the current-password field as invalid and focuses the field if the password is wrong (R410)', async () => {
  const { fakes } = await save(undefined, 'new')
  screen.getByLabelText(password.confirm).focus()
  await act(async () => {
    fakes.take('account.password').reject(refused('WRONG_PASSWORD'))
    await settle()
  })
  const old = screen.getByLabelText(password.old)
  expect(old).toBeInvalid()
  expect(old).toHaveAccessibleDescription(th.errorMsg.WRONG_PASSWORD)
  expect(old).toHaveFocus()
  expect(screen.getByLabelText(password.new)).toBeValid()
})

it.each([
  { endsSessions: true, before: true, after: password.othersOut },
  { endsSessions: false, before: false, after: password.changed },
])(
  'the password form mentions the logout of other devices only if the backend ends their sessions: %o (R131)',
  async (row) => {
    const { seen, fakes } = await save(undefined, 'new', row.endsSessions)
    expect(seen.includes(plain(password.others))).toBe(row.before)
    await act(async () => {
      fakes.take('account.password').resolve({})
      await settle()
    })
    expect(screen.getByRole('alertdialog')).toHaveAccessibleDescription(row.after)
  },
)
