// imported here, so that the conditions, which are markup, render immediately
import 'dompurify'
import th from '#locales/th.json'
import { refundListMachine } from '#machines/refund-list.machine.ts'
import { RefundDialog } from '#src/features/refund/refund-dialog.tsx'
import { realAttempt } from '#tests/kit/attempts.ts'
import { defineDriver } from '#tests/kit/driver.ts'
import { frozen } from '#tests/kit/frozen.ts'
import { key, press, type ScreenSnapshot, told } from '#tests/kit/screen.ts'
import model from './refund.model.ts'

const { action, banner, failure: failed, money, refund, state } = th
/** The machine's attempt, whose call stays pending here. */
export const attempt = realAttempt()
const { child, isUnknown } = attempt
const place = banner.place.replace('{{n}}', '1').replace('{{all}}', '2')
const conditions = 'คืนทุกวันจันทร์'
const waiting: ScreenSnapshot = { controls: [action.close, `${refund.receive} (off)`], sees: [state.loading] }

type Check = { bonus?: boolean | null | undefined } | null
/** The texts about the available refund, once it is loaded. */
const terms = (check: Check) => (check ? ['฿75.50', conditions, ...(check.bonus ? [refund.blocked] : [])] : [])

export default defineDriver(model, {
  view: (actor) => <RefundDialog actor={actor} onClose={() => {}} />,
  act: {
    'banners.close': { ways: [press(banner.close), press(action.close), key('Escape')] },
    'refund.receive': {
      ways: [press(refund.receive)],
      when: ({ context: { check } }) => !check?.bonus,
    },
    'refund.retry': { ways: [press(action.retry)] },
    'refund.gotIt': { ways: [press(action.gotIt), key('Escape')] },
    'attempt.unknown': 'outside',
  },
  children: { attempt: child, refundList: { logic: frozen(refundListMachine) } },
  texts: [
    state.loading,
    place,
    '฿75.50',
    conditions,
    refund.blocked,
    refund.failed,
    refund.received,
    failed.title,
    th.errorMsg.NO_REFUND,
  ],
  look: {
    asking: () => waiting,
    // a single page has no next page
    banners: ({ context: { banners } }) =>
      banners.length > 1
        ? { controls: [action.close, `${banner.previous} (off)`, banner.next, banner.close], sees: [place] }
        : { controls: [action.close, banner.close] },
    checking: ({ context: { check } }) => (check ? { controls: waiting.controls, sees: terms(check) } : waiting),
    failed: () => ({ controls: [action.close, action.retry, `${refund.receive} (off)`], sees: [refund.failed] }),
    // the log is loading
    open: ({ context: { check } }) => ({
      controls: [action.close, `${refund.receive}${check?.bonus ? ' (off)' : ''}`],
      sees: [state.loading, ...terms(check)],
    }),
    receiving: ({ children: { attempt }, context: { check } }) => ({
      controls: [action.close, isUnknown(attempt) ? action.checkAgain : `${refund.receiving} (busy)`],
      alerts: isUnknown(attempt) ? [money.unknown] : [],
      sees: terms(check),
    }),
    received: () => ({
      controls: [action.gotIt],
      sees: [refund.received, '฿75.50'],
    }),
    refused: ({ context: { failure } }) => ({ controls: [action.gotIt], sees: [failed.title, ...told(failure)] }),
  },
})
