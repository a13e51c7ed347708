import { useSelector } from '@xstate/react'
import type { ActorRefFrom, SnapshotFrom } from 'xstate'
import th from '#locales/th.json'
import type { limitQuestionMachine } from '#machines/limit-question.machine.ts'
import { LimitQuestion } from '#src/features/deposit/limit-question.tsx'
import '#src/lib/care-texts.ts'
import { defineDriver } from '#tests/kit/driver.ts'
import { fill, key, press, type ScreenSnapshot, told } from '#tests/kit/screen.ts'
import model from './limit-question.model.ts'

const { action, care, evidence, failure: failed } = th
const { prompt: texts, limit } = care
const spaced = (text: string) => text.replaceAll('\u00a0', ' ')
const amount = spaced(limit.deposit.of.replace('{{period}}', limit.period.day))

const OTHER = texts.other.replace('{{amount}}', `500.00 ${th.money.BAHT}`)

type Seen = SnapshotFrom<typeof limitQuestionMachine>

/** Shows the question until it is over, as its route does. */
function Page({ actor }: { actor: ActorRefFrom<typeof limitQuestionMachine> }) {
  const isOver = useSelector(actor, (s) => s.status === 'done')
  return isOver ? null : <LimitQuestion actor={actor} hasLosses onClose={() => {}} />
}

function question(seen: Seen): ScreenSnapshot {
  const { isWrong } = seen.context
  const off = seen.hasTag('busy') ? ' (off)' : ''
  const busy = `${care.starting} (busy)`
  return {
    controls: [
      action.close,
      amount + off,
      seen.matches('saving') ? busy : texts.set + off,
      seen.matches('declining') ? busy : texts.decline + off,
    ],
    alerts: isWrong ? [limit.wrong] : [],
    sees: [texts.title, spaced(texts.text), spaced(limit.rule), spaced(texts.more)],
  }
}

export default defineDriver(model, {
  view: (actor) => <Page actor={actor} />,
  act: {
    'amount.type': { ways: [({ text }) => fill(amount, text)] },
    'question.set': { ways: [press(texts.set), key('Enter', amount)] },
    'question.decline': { ways: [press(texts.decline)] },
    'question.check': { ways: [press(action.checkAgain)] },
    'question.gotIt': {
      ways: [(_, seen) => press(seen.matches('unsure') ? action.close : action.gotIt)(), key('Escape')],
    },
  },
  retries: ['question.check'],
  texts: [
    ...[texts.title, texts.text, limit.rule, texts.more, OTHER, texts.otherText].map(spaced),
    ...[evidence.unknown, limit.unsure, failed.title, th.errorMsg.REQUEST_LIMIT],
  ],
  look: {
    // the overlay appears only if loading takes longer
    loading: () => ({ controls: [] }),
    asking: question,
    saving: question,
    declining: question,
    other: () => ({ controls: [action.gotIt], sees: [OTHER, spaced(texts.otherText)] }),
    unsure: () => ({ controls: [action.close, action.checkAgain], sees: [evidence.unknown, limit.unsure] }),
    refused: ({ context: { failure } }) => ({ controls: [action.gotIt], sees: [failed.title, ...told(failure)] }),
    over: () => ({ controls: [] }),
  },
})
