import { useSelector } from '@xstate/react'
import type { ActorRefFrom } from 'xstate'
import { type Satang, satang } from '#contract/money.ts'
import { canCreateQr, ruleWith } from '#contract/qr.ts'
import { parseAmount, typedAmount } from '#contract/typed.ts'
import type { qrDepositMachine } from '#machines/qr-deposit.machine.ts'
import { AmountField } from '#src/components/amount-field.tsx'
import { Chip, ChipRow } from '#src/components/chip.tsx'
import { NoBreakText } from '#src/components/no-break-text.tsx'
import { Note } from '#src/components/note.tsx'
import { useMoney } from '#src/components/use-money.ts'
import { failureText } from '#src/lib/failure-text.ts'
import { formatAmount } from '#src/lib/format.ts'
import { useTexts } from '#src/lib/i18n.ts'
import css from './qr.module.css'

type Props = {
  actor: ActorRefFrom<typeof qrDepositMachine>
  limits: { minimum: Satang; minutes: number } | undefined
}

/**
 * Asks for the amount of a QR deposit, which the player types or chooses from presets. Shows the minimum and the rules.
 * Source: R23, R269–R274, R526–R534.
 */
export function QrAmount({ actor, limits }: Props) {
  const { t } = useTexts()
  const { say } = useMoney()
  const { rule } = actor.getSnapshot().context
  const text = useSelector(actor, (s) => s.context.text)
  const failure = useSelector(actor, (s) => s.context.failure)
  const isBusy = useSelector(actor, (s) => s.hasTag('busy'))
  const amount = parseAmount(text)
  const own = ruleWith(rule, limits?.minimum ?? satang(0))
  const { minimum } = own
  const least = minimum ? t('qr.minimum', { min: say(minimum) }) : undefined
  const refusal = failure && failureText(t, failure)
  const error = text.trim() !== '' && amount === null ? t('qr.invalid') : (refusal ?? undefined)
  const type = (typed: string) => actor.send({ type: 'amount.type', text: typed })
  return (
    <form
      className={css.amount}
      onSubmit={(event) => {
        event.preventDefault()
        if (canCreateQr(own, amount)) actor.send({ type: 'qr.create' })
      }}
    >
      <AmountField
        label={t('qr.amount')}
        value={text}
        readOnly={isBusy}
        onChange={(event) => type(event.target.value)}
        hint={least}
        error={error}
      />
      <ChipRow label={t('qr.presets')}>
        {rule.presets.map((preset) => (
          <Chip key={preset} chosen={amount === preset} disabled={isBusy} onClick={() => type(typedAmount(preset))}>
            <span className="number">{formatAmount(preset, true)}</span>
          </Chip>
        ))}
      </ChipRow>
      <Note>
        <ul>
          <li>
            <NoBreakText text={t('qr.newEach')} />
          </li>
          {limits ? (
            <li>
              <NoBreakText text={t('qr.minutes', { minutes: limits.minutes })} />
            </li>
          ) : null}
          <li>
            <NoBreakText text={t('qr.creditTime')} />
          </li>
        </ul>
      </Note>
    </form>
  )
}
