import type { SnapshotFrom } from 'xstate'
import type { OpenSession } from '#contract/sessions.ts'
import th from '#locales/th.json'
import { type devicesMachine, othersIn } from '#machines/devices.machine.ts'
import { DevicesDialog } from '#src/features/devices/devices-dialog.tsx'
import { formatDate } from '#src/lib/format.ts'
import { defineDriver } from '#tests/kit/driver.ts'
import { here, phone } from '#tests/kit/samples/sessions.ts'
import { fill, key, press, type ScreenSnapshot, told } from '#tests/kit/screen.ts'
import model from './devices.model.ts'

const { action, devices, evidence, failure: failed, login } = th
type Seen = SnapshotFrom<typeof devicesMachine>

const nameOf = ({ browser, system }: OpenSession) =>
  browser && system
    ? devices.name.replace('{{browser}}', browser).replace('{{system}}', system)
    : (browser ?? system ?? devices.unknown)
const endOf = (session: OpenSession) =>
  devices.endOne.replace('{{name}}', nameOf(session)).replace('{{at}}', formatDate(session.seenAt))

/** The devices, each with a button except this one; the buttons are disabled while the list is busy. */
function list(seen: Seen): ScreenSnapshot {
  const { sessions, id } = seen.context
  const isEnding = seen.matches('ending')
  const off = seen.hasTag('busy') ? ' (off)' : ''
  const others = othersIn(sessions)
  const one = isEnding && id !== null ? [`${devices.ending} (busy)`] : others.map((other) => `${endOf(other)}${off}`)
  const all = isEnding && id === null ? `${devices.ending} (busy)` : `${devices.endOthers}${off}`
  return {
    controls: [action.close, ...(others.length > 0 ? [...one, all] : [])],
    sees: sessions.length > 0 ? [nameOf(here), devices.hint] : [th.state.loading],
  }
}

const ONE = devices.confirmOne.replace('{{name}}', nameOf(phone))
const question = ({ context: { id, asksPassword, isWrong } }: Seen) => [
  ...(id === null ? [devices.confirm, devices.confirmText] : [ONE, devices.confirmOneText]),
  ...(asksPassword ? [isWrong ? th.errorMsg.WRONG_PASSWORD : devices.passwordHint] : []),
]

/** Enters the password if the dialog has a field for it, then answers; `byKey`: by the keyboard, in that field. */
const enter =
  (leave: () => Promise<void>, byKey = leave) =>
  async ({ password }: { password: string }, { context: { asksPassword } }: Seen) => {
    if (asksPassword) await fill(login.password, password)
    await (asksPassword ? byKey : leave)()
  }

export default defineDriver(model, {
  view: (actor) => <DevicesDialog actor={actor} onClose={() => {}} />,
  act: {
    'devices.retry': { ways: [press(action.retry)] },
    'device.end': {
      ways: [
        ({ id }, { context: { sessions } }) => {
          const [other = here] = othersIn(sessions)
          return press(endOf(id === phone.id ? other : here))()
        },
      ],
      when: ({ context: { sessions } }, { id }) => id === phone.id && othersIn(sessions).length > 0,
    },
    'others.ask': { ways: [press(devices.endOthers)], when: ({ context }) => othersIn(context.sessions).length > 0 },
    'password.type': { ways: [() => fill(login.password, 'x')] },
    'end.confirm': { ways: [enter(press(devices.end)), enter(press(devices.end), key('Enter', login.password))] },
    'end.leave': { ways: [press(action.cancel), key('Escape')] },
    'end.check': { ways: [press(action.checkAgain)] },
    'end.gotIt': {
      ways: [(_, seen) => press(seen.matches('unsure') ? action.close : action.gotIt)(), key('Escape')],
    },
  },
  retries: ['end.check'],
  texts: [
    th.state.loading,
    devices.failed,
    nameOf(here),
    devices.hint,
    devices.confirm,
    devices.confirmText,
    ONE,
    devices.confirmOneText,
    devices.passwordHint,
    evidence.unknown,
    devices.unsure,
    failed.title,
    th.errorMsg.REQUEST_LIMIT,
    th.errorMsg.WRONG_PASSWORD,
  ],
  look: {
    loading: list,
    failed: () => ({ controls: [action.close, action.retry], sees: [devices.failed] }),
    shown: list,
    confirming: (seen) => ({
      controls: [...(seen.context.asksPassword ? [login.password, login.show] : []), ...[action.cancel, devices.end]],
      alerts: seen.context.isWrong ? [th.errorMsg.WRONG_PASSWORD] : [],
      sees: question(seen),
    }),
    ending: list,
    unsure: () => ({ controls: [action.close, action.checkAgain], sees: [evidence.unknown, devices.unsure] }),
    refused: ({ context: { failure } }) => ({ controls: [action.gotIt], sees: [failed.title, ...told(failure)] }),
  },
})
