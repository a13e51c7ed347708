import { useSelector } from '@xstate/react'
import type { ActorRefFrom } from 'xstate'
import th from '#locales/th.json'
import type { qrCodeMachine } from '#machines/qr-code.machine.ts'
import { QrCode } from '#src/features/deposit/qr-code.tsx'
import { QrCodeFoot } from '#src/features/deposit/qr-code-foot.tsx'
import { DepositDialog } from '#tests/kit/deposit-dialog.tsx'
import { defineDriver } from '#tests/kit/driver.ts'
import { withLinks } from '#tests/kit/memory-router.tsx'
import { key, press, type ScreenSnapshot, told } from '#tests/kit/screen.ts'
import model from './qr-code.model.ts'

const { deposit, qr } = th
const close = th.action.close
const code = qr.code.replace('{{amount}}', '100.00\u00A0บาท')

/** Shows the code only while its machine runs, as the parent does. */
function Page({ actor }: { actor: ActorRefFrom<typeof qrCodeMachine> }) {
  const isActive = useSelector(actor, (s) => s.status === 'active')
  return (
    <DepositDialog footer={isActive ? <QrCodeFoot actor={actor} /> : null}>
      {isActive ? <QrCode actor={actor} minutes={15} /> : null}
    </DepositDialog>
  )
}

type Seen = ReturnType<ActorRefFrom<typeof qrCodeMachine>['getSnapshot']>

const open = ({ context: { failure } }: Seen): ScreenSnapshot => ({
  controls: [close, qr.save, qr.transferred, qr.cancel],
  alerts: told(failure),
  sees: [code, qr.waiting],
})
const confirming = (): ScreenSnapshot => ({ controls: [qr.confirmKeep, qr.confirmDo], sees: [qr.confirmBody] })
/** The screen for a code that can no longer be paid. Its alert contains the code's reference for support. */
const over =
  (text: string) =>
  ({ context: { code } }: Seen): ScreenSnapshot => ({
    controls: [close, th.support.phrase, qr.again, th.home.refresh],
    alerts: [`${text} (${th.support.reference.replace('{{id}}', code?.qrcodeId ?? '')})`],
  })
const gone = (): ScreenSnapshot => ({ controls: [close] })

export default defineDriver(model, {
  view: (actor) => withLinks(<Page actor={actor} />),
  act: {
    'qr.save': { ways: [press(qr.save)] },
    'qr.transferred': { ways: [press(qr.transferred)] },
    'qr.cancel': { ways: [press(qr.cancel)] },
    'cancel.confirm': { ways: [press(qr.confirmDo)] },
    'cancel.keep': { ways: [press(qr.confirmKeep), key('Escape')] },
    'qr.refresh': { ways: [press(th.home.refresh)] },
    'qr.again': { ways: [press(qr.again)] },
    'qr.close': { ways: [press(th.action.gotIt)] },
    'qr.reload': 'outside',
    'clock.tick': 'outside',
  },
  texts: [code, qr.waiting, qr.received, deposit.held, qr.confirmBody, '+฿100.00'],
  look: {
    'live.open.waiting': open,
    'live.open.checking': open,
    'live.confirming': confirming,
    cancelling: () => ({
      controls: [close, `${qr.save} (off)`, `${qr.transferred} (off)`, `${qr.cancelling} (busy)`],
      sees: [code, qr.waiting],
    }),
    'expired.checking': over(qr.expired),
    'expired.unpaid': over(qr.expired),
    ended: over(qr.ended),
    received: ({ context: { isHeld } }) => ({
      controls: [close, qr.again, th.action.gotIt],
      sees: isHeld ? [deposit.held] : [qr.received, '+฿100.00'],
    }),
    done: gone,
    stale: gone,
  },
})
