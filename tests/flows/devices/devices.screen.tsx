import type { SnapshotFrom } from 'xstate'
import type { OpenSession } from '#contract/sessions.ts'
import th from '#locales/th.json'
import { type devicesMachine, othersIn } from '#machines/devices.machine.ts'
import { DevicesDialog } from '#src/features/devices/devices-dialog.tsx'
import { formatDate } from '#src/lib/format.ts'
import { defineDriver } from '#tests/kit/driver.ts'
import { here, phone } from '#tests/kit/samples/sessions.ts'
import { key, press, type ScreenSnapshot, told } from '#tests/kit/screen.ts'
import { realStepUp } from '#tests/kit/step-ups.ts'
import model from './devices.model.ts'

const { action, devices, evidence, failure: failed, login } = th
type Seen = SnapshotFrom<typeof devicesMachine>

const nameOf = ({ browser, system }: OpenSession) =>
  browser && system
    ? devices.name.replace('{{browser}}', browser).replace('{{system}}', system)
    : (browser ?? system ?? devices.unknown)
const endOf = (session: OpenSession) =>
  devices.endOne.replace('{{name}}', nameOf(session)).replace('{{at}}', formatDate(session.seenAt))

const ONE = devices.confirmOne.replace('{{name}}', nameOf(phone))

/** The devices. Every device except the current one has a button, which is disabled while the list is busy. */
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
    'others.confirm': { ways: [press(devices.end)] },
    'others.leave': { ways: [press(action.cancel), key('Escape')] },
    'end.check': { ways: [press(action.checkAgain)] },
    'end.gotIt': {
      ways: [(_, seen) => press(seen.matches('unsure') ? action.close : action.gotIt)(), key('Escape')],
    },
  },
  retries: ['end.check'],
  children: { stepUp: realStepUp(devices.end) },
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
  ],
  look: {
    loading: list,
    failed: () => ({ controls: [action.close, action.retry], sees: [devices.failed] }),
    shown: list,
    confirming: () => ({ controls: [action.cancel, devices.end], sees: [devices.confirm, devices.confirmText] }),
    ending: list,
    proving: ({ context: { id } }) => ({
      controls: [login.password, login.show, action.back, devices.end],
      sees: [
        ...(id === null ? [devices.confirm, devices.confirmText] : [ONE, devices.confirmOneText]),
        devices.passwordHint,
      ],
    }),
    unsure: () => ({ controls: [action.close, action.checkAgain], sees: [evidence.unknown, devices.unsure] }),
    refused: ({ context: { failure } }) => ({ controls: [action.gotIt], sees: [failed.title, ...told(failure)] }),
  },
})
