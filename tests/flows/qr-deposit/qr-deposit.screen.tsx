import { act } from '@testing-library/react'
import type { ActorRefFrom } from 'xstate'
import { satang } from '#contract/money.ts'
import th from '#locales/th.json'
import { qrCodeMachine } from '#machines/qr-code.machine.ts'
import type { qrDepositMachine } from '#machines/qr-deposit.machine.ts'
import { QrDeposit, QrFoot } from '#src/features/deposit/qr-deposit.tsx'
import { DepositDialog } from '#tests/kit/deposit-dialog.tsx'
import { defineDriver } from '#tests/kit/driver.ts'
import { frozen } from '#tests/kit/frozen.ts'
import { withLinks } from '#tests/kit/memory-router.tsx'
import { DEADLINE } from '#tests/kit/samples/qr.ts'
import { fill, key, press, type ScreenSnapshot, told } from '#tests/kit/screen.ts'
import model from './qr-deposit.model.ts'

const { qr } = th
const close = th.action.close
const code = qr.code.replace('{{amount}}', '100.00\u00A0บาท')
const presets = ['100', '200', '300', '500', '1,000']
const limits = { minimum: satang(1_000), minutes: 15 }

const Page = ({ actor }: { actor: ActorRefFrom<typeof qrDepositMachine> }) => (
  <DepositDialog footer={<QrFoot actor={actor} limits={undefined} />}>
    <QrDeposit actor={actor} limits={limits} />
  </DepositDialog>
)

const waiting = (): ScreenSnapshot => ({ controls: [close, `${qr.create} (off)`], sees: [th.state.loading] })
const amounts = (text: string, off = '') => [
  `${qr.amount}${off}`,
  ...presets.map((preset) => `${preset}${off}${preset === text ? ' (chosen)' : ''}`),
]
const codeFoot = (isCancelling: boolean) =>
  isCancelling
    ? [`${qr.save} (off)`, `${qr.transferred} (off)`, `${qr.cancelling} (busy)`]
    : [qr.save, qr.transferred, qr.cancel]

export default defineDriver(model, {
  view: (actor) => withLinks(<Page actor={actor} />),
  act: {
    'tab.shown': 'outside',
    'qr.reload': 'outside',
    'amount.type': {
      ways: [
        ({ text }) => fill(qr.amount, text),
        ({ text }) => (presets.includes(text) ? press(text)() : fill(qr.amount, text)),
      ],
    },
    'qr.create': { ways: [press(qr.create), key('Enter', qr.amount)] },
    'qr.check': { ways: [press(th.action.checkAgain)] },
    'qr.retry': { ways: [press(th.action.retry)] },
  },
  retries: ['qr.check'],
  children: {
    qrCode: {
      logic: frozen(qrCodeMachine),
      bring: {
        reread: async (child) => child.send({ type: 'qr.reload' }),
        empty: async (child) => {
          await act(async () => child.send({ type: 'clock.tick', now: DEADLINE }))
          await press(qr.again)()
        },
      },
    },
  },
  // the child's reply is a separate step of the path
  mute: ['reloadCode'],
  texts: [
    th.state.loading,
    th.failure.title,
    th.failure.noConnection,
    th.errorMsg.INTERNAL_SERVER_ERROR,
    qr.newEach,
    code,
    qr.waiting,
  ],
  look: {
    unread: waiting,
    reading: waiting,
    unreadable: ({ context: { failure } }) => ({
      controls: [close, th.action.retry, `${qr.create} (off)`],
      sees: [th.failure.title, ...told(failure)],
    }),
    empty: ({ context: { text, failure } }) => ({
      controls: [close, ...amounts(text), text === '100' ? qr.create : `${qr.create} (off)`],
      // the next successful reading clears the error of a failed one
      alerts: failure?.kind === 'refused' ? told(failure) : [],
      sees: [qr.newEach],
    }),
    creating: ({ context: { text } }) => ({
      controls: [close, ...amounts(text, ' (off)'), `${qr.creating} (busy)`],
      sees: [qr.newEach],
    }),
    unsure: () => ({ controls: [close, th.action.checkAgain], alerts: [th.money.unknown] }),
    shown: ({ children }) => ({
      controls: [close, ...codeFoot(children.qrCode?.getSnapshot().hasTag('busy') ?? false)],
      sees: [code, qr.waiting],
    }),
  },
})
