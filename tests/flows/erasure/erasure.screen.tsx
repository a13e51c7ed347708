import type { SnapshotFrom } from 'xstate'
import th from '#locales/th.json'
import type { erasureMachine } from '#machines/erasure.machine.ts'
import { DataDialog } from '#src/features/data/data-dialog.tsx'
import { Erasure } from '#src/features/data/erasure.tsx'
import { formatMinute } from '#src/lib/format.ts'
import { defineDriver } from '#tests/kit/driver.ts'
import { fill, key, press, type ScreenSnapshot, told } from '#tests/kit/screen.ts'
import model from './erasure.model.ts'

const { action, evidence, failure: failed, login, state } = th
const texts = th.data.erasure
type Seen = SnapshotFrom<typeof erasureMachine>

const rules = [texts.title, texts.deleted, texts.kept, texts.money, texts.later]
const askedOf = ({ context: { askedAt } }: Seen) =>
  askedAt === null ? [] : [texts.asked.replace('{{at}}', formatMinute(askedAt))]

/** The rules, and the button that fits the request. */
function section(seen: Seen): ScreenSnapshot {
  const button = seen.context.askedAt === null ? texts.ask : texts.cancel
  return { controls: [action.close, button], sees: [...rules, ...askedOf(seen)] }
}

/** As {@link section}, while the request is loaded again or for the first time. */
function loading(seen: Seen): ScreenSnapshot {
  const button = seen.context.askedAt === null ? `${state.loading} (busy)` : `${texts.cancel} (off)`
  return { controls: [action.close, button], sees: [...rules, ...askedOf(seen)] }
}

const confirmation = ({ context: { isWrong } }: Seen, isBusy: boolean): ScreenSnapshot => ({
  controls: [
    login.password,
    login.show,
    ...(isBusy ? [`${action.back} (off)`, `${texts.sending} (busy)`] : [action.back, texts.ask]),
  ],
  alerts: isWrong ? [th.errorMsg.WRONG_PASSWORD] : [],
  sees: [texts.confirm, texts.later, isWrong ? th.errorMsg.WRONG_PASSWORD : texts.passwordHint],
})
const unsure: ScreenSnapshot = {
  controls: [action.close, action.checkAgain],
  sees: [evidence.unknown, texts.unsure],
}

export default defineDriver(model, {
  view: (actor) => (
    <DataDialog onClose={() => {}}>
      <Erasure actor={actor} />
    </DataDialog>
  ),
  act: {
    'erasure.retry': { ways: [press(action.retry)] },
    'erasure.ask': { ways: [press(texts.ask)], when: ({ context: { askedAt } }) => askedAt === null },
    'password.type': { ways: [() => fill(login.password, 'x')] },
    'erasure.confirm': {
      ways: [
        async ({ password }) => {
          await fill(login.password, password)
          await press(texts.ask)()
        },
        async ({ password }) => {
          await fill(login.password, password)
          await key('Enter', login.password)()
        },
      ],
    },
    'erasure.leave': { ways: [press(action.back), key('Escape')] },
    'erasure.check': { ways: [press(action.checkAgain)] },
    'erasure.cancel': { ways: [press(texts.cancel)], when: ({ context: { askedAt } }) => askedAt !== null },
    'cancel.check': { ways: [press(action.checkAgain)] },
    'erasure.gotIt': {
      ways: [(_, seen) => press(seen.matches('refused') ? action.gotIt : action.close)(), key('Escape')],
    },
  },
  retries: ['erasure.check', 'cancel.check'],
  texts: (seen) => [
    ...rules,
    ...askedOf(seen),
    texts.failed,
    texts.confirm,
    texts.passwordHint,
    evidence.unknown,
    texts.unsure,
    failed.title,
    th.errorMsg.REQUEST_LIMIT,
    th.errorMsg.WRONG_PASSWORD,
  ],
  look: {
    loading,
    failed: () => ({
      controls: [action.close, action.retry],
      alerts: [texts.failed],
      sees: [...rules, texts.failed],
    }),
    shown: section,
    confirming: (seen) => confirmation(seen, false),
    asking: (seen) => confirmation(seen, true),
    unsure: () => unsure,
    cancelling: (seen) => ({
      controls: [action.close, `${texts.cancelling} (busy)`],
      sees: [...rules, ...askedOf(seen)],
    }),
    cancelUnsure: () => unsure,
    refused: ({ context: { failure } }) => ({ controls: [action.gotIt], sees: [failed.title, ...told(failure)] }),
  },
})
