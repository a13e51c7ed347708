import th from '#locales/th.json'
import { LimitReview } from '#src/features/care/limit-review.tsx'
import '#src/lib/care-texts.ts'
import { defineDriver } from '#tests/kit/driver.ts'
import { knownWallet } from '#tests/kit/known-wallet.ts'
import { overview } from '#tests/kit/samples/wallet.ts'
import { key, press, told } from '#tests/kit/screen.ts'
import model from './limit-review.model.ts'

const { action, care, evidence, failure: failed } = th
const { prompt: texts } = care
const wallet = knownWallet({ ...overview, limitPrompt: 'review' })

export default defineDriver(model, {
  view: (actor) => <LimitReview actor={actor} wallet={wallet} />,
  act: {
    'review.confirm': { ways: [press(texts.fine)] },
    'review.check': { ways: [press(action.checkAgain)] },
    'review.gotIt': {
      ways: [(_, seen) => press(seen.matches('unsure') ? action.close : action.gotIt)(), key('Escape')],
    },
  },
  retries: ['review.check'],
  texts: [texts.review, evidence.unknown, texts.unsure, failed.title, th.errorMsg.REQUEST_LIMIT],
  look: {
    asking: () => ({ controls: [texts.fine], sees: [texts.review] }),
    confirming: () => ({ controls: [`${care.starting} (busy)`], sees: [texts.review] }),
    unsure: () => ({ controls: [action.close, action.checkAgain], sees: [evidence.unknown, texts.unsure] }),
    refused: ({ context: { failure } }) => ({ controls: [action.gotIt], sees: [failed.title, ...told(failure)] }),
    confirmed: () => ({ controls: [] }),
  },
})
