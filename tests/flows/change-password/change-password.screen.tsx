import { useSelector } from '@xstate/react'
import type { ActorRefFrom } from 'xstate'
import th from '#locales/th.json'
import type { changePasswordMachine } from '#machines/change-password.machine.ts'
import { ChangePasswordDialog } from '#src/features/profile/change-password-dialog.tsx'
import { defineDriver } from '#tests/kit/driver.ts'
import { withLinks } from '#tests/kit/memory-router.tsx'
import { RULES } from '#tests/kit/samples/settings.ts'
import { fill, key, press, type ScreenSnapshot, told } from '#tests/kit/screen.ts'
import model from './change-password.model.ts'

const { action, evidence, login, password, failure: failed } = th
const lost = password.lost.replace('{{at}}', '21/11/2026 15:02:00')
const problems: Partial<Record<string, string>> = {
  old: th.errorMsg.WRONG_PASSWORD,
  short: password.short.replace('{{n}}', String(RULES.passwordMin)),
  passwords: password.passwordNotEqualMsg,
}
type Actor = ActorRefFrom<typeof changePasswordMachine>
type Passwords = { oldPassword: string; newPassword: string; confirm: string }

/** Shows the dialog until the machine is done, as the real route does. */
function Page({ actor }: { actor: Actor }) {
  const isOpen = useSelector(actor, (s) => s.status === 'active')
  return isOpen ? <ChangePasswordDialog actor={actor} username="0812345678" onClose={() => {}} /> : null
}

const enter = (leave: () => Promise<void>) => async (passwords: Passwords) => {
  await fill(password.old, passwords.oldPassword)
  await fill(password.new, passwords.newPassword)
  await fill(password.confirm, passwords.confirm)
  await leave()
}
/** The label of the button that closes the message, for each state in which it is not "Got it". */
const CLOSES: Record<string, string> = { unsure: action.close, lost: evidence.seen }
const form = (save: string): string[] => [
  action.close,
  ...[password.old, password.new, password.confirm].flatMap((label) => [label, login.show]),
  save,
]

export default defineDriver(model, {
  view: (actor) => withLinks(<Page actor={actor} />),
  act: {
    'password.type': { ways: [() => fill(password.old, 'x'), () => fill(password.confirm, 'y')] },
    'password.submit': { ways: [enter(press(password.save)), enter(key('Enter', password.confirm))] },
    'password.check': { ways: [press(action.checkAgain)] },
    'password.login': { ways: [press(login.submit)] },
    'password.gotIt': {
      ways: [
        (_, { value }) => press(CLOSES[String(value)] ?? action.gotIt)(),
        (_, { value }) => (value === 'lost' ? press(evidence.seen) : key('Escape'))(),
      ],
    },
  },
  retries: ['password.check'],
  texts: [
    password.others,
    password.saved,
    password.othersOut,
    evidence.unknown,
    lost,
    password.unsure,
    failed.title,
    th.errorMsg.INACTIVE_USER,
  ],
  look: {
    editing: ({ context: { problem } }): ScreenSnapshot => ({
      controls: form(password.save),
      alerts: [(problem && problems[problem]) ?? []].flat(),
      sees: [password.others],
    }),
    lost: () => ({ controls: [evidence.seen, login.submit], sees: [evidence.unknown, lost] }),
    saving: () => ({ controls: form(`${password.saving} (busy)`), sees: [password.others] }),
    refused: ({ context: { failure } }) => ({
      controls: [th.support.phrase, action.gotIt],
      sees: [failed.title, ...told(failure)],
    }),
    unsure: () => ({ controls: [action.close, action.checkAgain], sees: [evidence.unknown, password.unsure] }),
    saved: () => ({ controls: [action.gotIt], sees: [password.saved, password.othersOut] }),
    closed: () => ({ controls: [] }),
    left: () => ({ controls: [] }),
  },
})
