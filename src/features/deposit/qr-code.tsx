import { useSelector } from '@xstate/react'
import type { ActorRefFrom } from 'xstate'
import { satang } from '#contract/money.ts'
import type { qrCodeMachine } from '#machines/qr-code.machine.ts'
import { Icon } from '#src/components/icon.tsx'
import { Money } from '#src/components/money.tsx'
import { NoBreakText } from '#src/components/no-break-text.tsx'
import { Note } from '#src/components/note.tsx'
import { Progress } from '#src/components/progress.tsx'
import { StatusIcon } from '#src/components/status-icon.tsx'
import { useMoney } from '#src/components/use-money.ts'
import { failureText, withReference } from '#src/lib/failure-text.ts'
import { formatCountdown } from '#src/lib/format.ts'
import { useTexts } from '#src/lib/i18n.ts'
import { pictureOf } from '#src/lib/save-picture.ts'
import css from './qr.module.css'

type Props = { actor: ActorRefFrom<typeof qrCodeMachine> }

/** Shows a QR code for the player to scan, or its outcome. Source: R215–R218. */
export function QrCode({ actor, minutes }: Props & { minutes: number | undefined }) {
  const { t } = useTexts()
  const { say } = useMoney()
  const isCode = useSelector(actor, (s) => s.hasTag('code'))
  const isReceived = useSelector(actor, (s) => s.matches('received'))
  const isExpired = useSelector(actor, (s) => s.matches('expired'))
  const failure = useSelector(actor, (s) => s.context.failure)
  const paid = useSelector(actor, (s) => s.context.paid)
  const isHeld = useSelector(actor, (s) => s.context.isHeld)
  const code = useSelector(actor, (s) => s.context.code)
  const tone = isHeld ? 'wait' : 'good'
  if (isReceived)
    return (
      <div className={css.received} data-tone={tone} role="status">
        <StatusIcon icon={isHeld ? 'clock' : 'check-circle'} tone={tone} size="l" />
        <p className={css.sum}>
          <Money satang={paid} size="xl" sign={isHeld ? undefined : '+'} />
        </p>
        <p>
          <NoBreakText text={t(isHeld ? 'deposit.held' : 'qr.received')} />
        </p>
      </div>
    )
  if (!isCode)
    return (
      <Note tone="wait">
        <p role="alert">
          <NoBreakText text={withReference(t, t(isExpired ? 'qr.expired' : 'qr.ended'), code?.qrcodeId)} />
        </p>
      </Note>
    )
  const amount = code?.amount ?? satang(0)
  return (
    <div className={css.qr}>
      <div className={css.code}>
        <img src={pictureOf(code?.qrcode ?? '')} alt={t('qr.code', { amount: say(amount) })} />
      </div>
      <div className={css.facts}>
        <p className={css.sum}>
          <Money satang={amount} size="l" unit="metal" />
        </p>
        <Countdown actor={actor} minutes={minutes} />
        <p className="hint">
          <NoBreakText text={t('qr.scan')} />
        </p>
        <p className="hint">
          <NoBreakText text={t('qr.payee')} />
        </p>
        <p className={css.wait}>
          <span className={css.pulse} />
          {t('qr.waiting')}
        </p>
        {failure ? (
          <Note tone="bad">
            <p role="alert">
              <NoBreakText text={failureText(t, failure)} />
            </p>
          </Note>
        ) : null}
      </div>
    </div>
  )
}

/** Shows the remaining time. A separate component, so that nothing else re-renders every second. */
function Countdown({ actor, minutes }: Props & { minutes: number | undefined }) {
  const { t } = useTexts()
  const left = useSelector(actor, ({ context: { now, deadline } }) =>
    now === null || deadline === null
      ? null
      : // the server's time is known only to within half a second, so cap the remaining time at the full lifetime of a code
        Math.min(Math.max(0, Math.ceil((deadline - now) / 1000)), minutes ? minutes * 60 : Number.POSITIVE_INFINITY),
  )
  return (
    <>
      <p className={css.time}>
        <Icon name="clock" size="s" />
        {t('qr.left')}
        <span className="number" role="timer">
          {left === null ? '' : formatCountdown(left * 1000)}
        </span>
      </p>
      {left !== null && minutes ? <Progress label={t('qr.left')} value={left} max={minutes * 60} /> : null}
    </>
  )
}
