import { useSelector } from '@xstate/react'
import type { ActorRefFrom } from 'xstate'
import { type Satang, satang } from '#contract/money.ts'
import { canAskQr, ruleWith } from '#contract/qr.ts'
import { parseAmount } from '#contract/typed.ts'
import type { qrDepositMachine } from '#machines/qr-deposit.machine.ts'
import { Button } from '#src/components/button.tsx'
import { Empty } from '#src/components/empty.tsx'
import { Note } from '#src/components/note.tsx'
import { Skeleton } from '#src/components/skeleton.tsx'
import { UnknownOutcome } from '#src/components/unknown-outcome.tsx'
import { failureText } from '#src/lib/failure-text.ts'
import { useTexts } from '#src/lib/i18n.ts'
import { QrAmount } from './qr-amount.tsx'
import { QrCode } from './qr-code.tsx'
import { QrCodeFoot } from './qr-code-foot.tsx'

type Props = {
  actor: ActorRefFrom<typeof qrDepositMachine>
  /**
   * The minimum amount and the lifetime of a code in minutes. Undefined until the deposit lookup is loaded, or if the
   * lookup has no data for QR deposits.
   */
  limits: { minimum: Satang; minutes: number } | undefined
}

/** A provider's tab: shows the amount field or, once a QR code exists, the code. Source: R213–R219. */
export function QrDeposit({ actor, limits }: Props) {
  const { t } = useTexts()
  const state = useSelector(actor, (s) => s.value)
  const hasAmount = useSelector(actor, (s) => s.hasTag('amount'))
  const failure = useSelector(actor, (s) => s.context.failure)
  const code = useSelector(actor, (s) => s.children.qrCode)
  if (code) return <QrCode actor={code} minutes={limits?.minutes} />
  if (hasAmount) return <QrAmount actor={actor} limits={limits} />
  if (state === 'unsure')
    return (
      <Note tone="wait">
        <UnknownOutcome text={t('money.unknown')} failure={failure} />
      </Note>
    )
  if (state === 'unreadable')
    return (
      <Empty
        icon="alert"
        tone="plain"
        title={t('failure.title')}
        text={failure ? failureText(t, failure) : undefined}
        action={<Button onClick={() => actor.send({ type: 'qr.retry' })}>{t('action.retry')}</Button>}
      />
    )
  return (
    <div role="status" aria-label={t('state.loading')}>
      <Skeleton shape="qr" />
    </div>
  )
}

/** The buttons in the dialog's footer for a QR deposit. */
export function QrFoot({ actor, limits }: Props) {
  const { t } = useTexts()
  const state = useSelector(actor, (s) => s.value)
  const hasAmount = useSelector(actor, (s) => s.hasTag('amount'))
  const canAsk = useSelector(actor, (s) =>
    canAskQr(ruleWith(s.context.rule, limits?.minimum ?? satang(0)), parseAmount(s.context.text)),
  )
  const code = useSelector(actor, (s) => s.children.qrCode)
  if (code) return <QrCodeFoot actor={code} />
  if (state === 'unsure')
    return (
      <Button tone="metal" wide onClick={() => actor.send({ type: 'qr.check' })}>
        {t('action.checkAgain')}
      </Button>
    )
  return (
    <Button
      tone="metal"
      icon="qr"
      wide
      disabled={!hasAmount || !canAsk}
      busy={state === 'creating'}
      busyText={t('qr.creating')}
      onClick={() => actor.send({ type: 'qr.create' })}
    >
      {t('qr.create')}
    </Button>
  )
}
