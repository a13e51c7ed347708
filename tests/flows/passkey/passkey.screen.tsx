import type { SnapshotFrom } from 'xstate'
import type { Passkey } from '#contract/passkey.ts'
import { readable } from '#contract/rows.ts'
import th from '#locales/th.json'
import type { passkeyMachine } from '#machines/passkey.machine.ts'
import { PasskeyDialog } from '#src/features/passkey/passkey-dialog.tsx'
import { formatDate } from '#src/lib/format.ts'
import { defineDriver } from '#tests/kit/driver.ts'
import { laptop, phone } from '#tests/kit/samples/passkeys.ts'
import { key, press, type ScreenSnapshot, told } from '#tests/kit/screen.ts'
import { realStepUp } from '#tests/kit/step-ups.ts'
import model from './passkey.model.ts'

const { action, evidence, failure: failed, login, passkey: texts, state } = th
type Seen = SnapshotFrom<typeof passkeyMachine>

const nameOf = ({ browser, system }: Passkey) =>
  th.devices.name.replace('{{browser}}', browser ?? '').replace('{{system}}', system ?? '')
const removalOf = (passkey: Passkey) =>
  texts.removeOne.replace('{{name}}', nameOf(passkey)).replace('{{at}}', formatDate(passkey.createdAt))
const usedOf = ({ usedAt }: Passkey) => (usedAt ? texts.used.replace('{{at}}', formatDate(usedAt)) : texts.unused)

/** The passkeys, each with a button, and the button that adds one. The buttons are disabled while the list is busy. */
function list(seen: Seen): ScreenSnapshot {
  const passkeys = readable(seen.context.passkeys)
  const off = seen.hasTag('busy') ? ' (off)' : ''
  const add = seen.hasTag('creating') ? `${texts.creating} (busy)` : texts.add + off
  return {
    controls: [action.close, ...passkeys.map((passkey) => removalOf(passkey) + off), add],
    sees: [
      texts.lead,
      ...(seen.matches('loading') && passkeys.length === 0 ? [state.loading] : []),
      ...passkeys.flatMap((passkey) => [nameOf(passkey), usedOf(passkey)]),
      texts.hint,
    ],
  }
}
const question = (title: string, text: string, submit: string): ScreenSnapshot => ({
  controls: [login.password, login.show, action.back, submit],
  sees: [title, text, texts.passwordHint],
})

export default defineDriver(model, {
  view: (actor) => <PasskeyDialog actor={actor} onClose={() => {}} />,
  act: {
    'passkey.retry': { ways: [press(action.retry)] },
    'add.ask': { ways: [press(texts.add)] },
    'remove.ask': {
      ways: [press(removalOf(phone))],
      when: ({ context: { passkeys } }, { id }) => readable(passkeys).some((passkey) => passkey.id === id),
    },
    'passkey.check': { ways: [press(action.checkAgain), press(action.close), key('Escape')] },
    'passkey.gotIt': { ways: [press(action.gotIt), key('Escape')] },
  },
  children: { prepare: realStepUp(texts.continue), remove: realStepUp(texts.remove) },
  texts: [
    state.loading,
    texts.lead,
    texts.hint,
    texts.failed,
    ...[laptop, phone].flatMap((passkey) => [nameOf(passkey), usedOf(passkey)]),
    texts.confirmAdd,
    texts.addText,
    texts.confirmRemove,
    texts.removeText,
    texts.passwordHint,
    texts.declined,
    texts.declinedText,
    evidence.unknown,
    texts.unsure,
    failed.title,
    th.errorMsg.NO_DATA,
    th.errorMsg.REQUEST_LIMIT,
  ],
  look: {
    loading: list,
    failed: () => ({ controls: [action.close, action.retry], sees: [texts.lead, texts.failed, texts.hint] }),
    shown: list,
    adding: () => question(texts.confirmAdd, texts.addText, texts.continue),
    creating: list,
    declined: () => ({ controls: [action.gotIt], sees: [texts.declined, texts.declinedText] }),
    saving: list,
    removing: () => question(texts.confirmRemove, texts.removeText, texts.remove),
    unsure: () => ({ controls: [action.close, action.checkAgain], sees: [evidence.unknown, texts.unsure] }),
    refused: ({ context: { failure } }) => ({ controls: [action.gotIt], sees: [failed.title, ...told(failure)] }),
  },
})
