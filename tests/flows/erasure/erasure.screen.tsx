import type { SnapshotFrom } from 'xstate'
import th from '#locales/th.json'
import type { erasureMachine } from '#machines/erasure.machine.ts'
import { DataDialog } from '#src/features/data/data-dialog.tsx'
import { Erasure } from '#src/features/data/erasure.tsx'
import { formatMinute } from '#src/lib/format.ts'
import { defineDriver } from '#tests/kit/driver.ts'
import { key, press, type ScreenSnapshot, told } from '#tests/kit/screen.ts'
import { realStepUp } from '#tests/kit/step-ups.ts'
import model from './erasure.model.ts'

const { action, evidence, failure: failed, login, state } = th
const texts = th.data.erasure
type Seen = SnapshotFrom<typeof erasureMachine>

const rules = [texts.title, texts.deleted, texts.kept, texts.money, texts.later]
const askedOf = ({ context: { askedAt } }: Seen) =>
  askedAt === null ? [] : [texts.asked.replace('{{at}}', formatMinute(askedAt))]

/** The rules, and the button that requests the erasure or cancels the request. */
function section(seen: Seen): ScreenSnapshot {
  const button = seen.context.askedAt === null ? texts.ask : texts.cancel
  return { controls: [action.close, button], sees: [...rules, ...askedOf(seen)] }
}

/** Like {@link section}, while the request is loading or reloading. */
function loading(seen: Seen): ScreenSnapshot {
  const button = seen.context.askedAt === null ? `${state.loading} (busy)` : `${texts.cancel} (off)`
  return { controls: [action.close, button], sees: [...rules, ...askedOf(seen)] }
}

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
    'erasure.cancel': { ways: [press(texts.cancel)], when: ({ context: { askedAt } }) => askedAt !== null },
    'cancel.check': { ways: [press(action.checkAgain)] },
    'erasure.gotIt': {
      ways: [(_, seen) => press(seen.matches('refused') ? action.gotIt : action.close)(), key('Escape')],
    },
  },
  retries: ['cancel.check'],
  children: { stepUp: realStepUp(texts.ask) },
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
  ],
  look: {
    loading,
    failed: () => ({
      controls: [action.close, action.retry],
      alerts: [texts.failed],
      sees: [...rules, texts.failed],
    }),
    shown: section,
    confirming: () => ({
      controls: [login.password, login.show, action.back, texts.ask],
      sees: [texts.confirm, texts.later, texts.passwordHint],
    }),
    cancelling: (seen) => ({
      controls: [action.close, `${texts.cancelling} (busy)`],
      sees: [...rules, ...askedOf(seen)],
    }),
    cancelUnsure: () => unsure,
    refused: ({ context: { failure } }) => ({ controls: [action.gotIt], sees: [failed.title, ...told(failure)] }),
  },
})
