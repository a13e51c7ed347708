import { useSelector } from '@xstate/react'
import type { ActorRefFrom } from 'xstate'
import { minus, plus, satang } from '#contract/money.ts'
import { isBound, type Place as PlaceData, placesOf } from '#contract/transfer.ts'
import { parseAmount } from '#contract/typed.ts'
import type { transferMachine } from '#machines/transfer.machine.ts'
import type { walletMachine } from '#machines/wallet.machine.ts'
import { AllButton, AmountField } from '#src/components/amount-field.tsx'
import { AttemptButton, AttemptNote } from '#src/components/attempt.tsx'
import { DescriptionList } from '#src/components/description-list.tsx'
import { Dialog } from '#src/components/dialog.tsx'
import { FieldError } from '#src/components/field-error.tsx'
import { IconButton } from '#src/components/icon-button.tsx'
import { Money } from '#src/components/money.tsx'
import { NoBreakText } from '#src/components/no-break-text.tsx'
import { Note } from '#src/components/note.tsx'
import { RefusedAlert } from '#src/components/refused-alert.tsx'
import { useMoney } from '#src/components/use-money.ts'
import { useTexts } from '#src/lib/i18n.ts'
import { Place } from './place.tsx'
import css from './transfer.module.css'
import { TransferDone } from './transfer-done.tsx'

type Props = {
  actor: ActorRefFrom<typeof transferMachine>
  wallet: ActorRefFrom<typeof walletMachine>
  onClose: () => void
}

const named = (places: readonly PlaceData[], code: string) => places.find((place) => place.code === code)

/**
 * The dialog in which the player chooses the source, the destination and the amount of a transfer. Source: R112,
 * R264–R266.
 */
export function TransferDialog({ actor, wallet, onClose }: Props) {
  const { t } = useTexts()
  const { sign, format, say } = useMoney()
  const overview = useSelector(wallet, (s) => s.context.overview)
  const { from, to, text, least } = useSelector(actor, (s) => s.context)
  const problem = useSelector(actor, (s) => s.context.problem)
  const failure = useSelector(actor, (s) => (s.matches('refused') ? s.context.failure : null))
  const isDone = useSelector(actor, (s) => s.matches('succeeded'))
  const attempt = useSelector(actor, (s) => s.children.attempt)
  const places = overview ? placesOf(overview, t('home.main')) : []
  const [source, target] = [named(places, from), named(places, to)]
  const amount = parseAmount(text) ?? satang(0)
  const turnover = overview?.turnover
  const isHeld = isBound(from, { turnover })
  const isPlaceWrong = problem === 'unchosen' || problem === 'same'
  if (isDone) return <TransferDone actor={actor} places={places} />
  return (
    <Dialog
      title={t('page.transfer')}
      onClose={onClose}
      footer={
        <AttemptButton
          actor={attempt}
          icon="transfer"
          type="submit"
          form="transfer"
          disabled={isHeld}
          busyText={t('transfer.busy')}
        >
          {amount > 0 ? `${t('transfer.submit')} ${sign}${format(amount)}` : t('transfer.submit')}
        </AttemptButton>
      }
    >
      <form
        id="transfer"
        className={css.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          actor.send({ type: 'transfer.submit', turnover })
        }}
      >
        <div className={css.route} data-invalid={isPlaceWrong || undefined}>
          <Place
            label={t('transfer.from')}
            places={places}
            chosen={from}
            isFixed={Boolean(attempt)}
            onChoose={(code) => actor.send({ type: 'from.choose', code })}
          />
          <div className={css.swap}>
            <IconButton
              icon="swap"
              label={t('transfer.swap')}
              aria-disabled={Boolean(attempt)}
              onClick={() => actor.send({ type: 'places.swap' })}
            />
          </div>
          <Place
            label={t('transfer.to')}
            places={places}
            chosen={to}
            isFixed={Boolean(attempt)}
            onChoose={(code) => actor.send({ type: 'to.choose', code })}
          />
        </div>
        {isHeld ? (
          <Note tone="wait" icon="lock">
            <p role="status">
              <NoBreakText text={t('transfer.bound', { amount: say(turnover ?? satang(0)) })} />
            </p>
          </Note>
        ) : null}
        {isPlaceWrong ? <FieldError text={t(`transfer.${problem}`)} /> : null}
        <AmountField
          label={t('money.amount')}
          value={text}
          readOnly={Boolean(attempt)}
          maxLength={16}
          onChange={({ target: { value } }) => actor.send({ type: 'amount.type', text: value })}
          error={problem === 'least' ? t('transfer.least', { min: say(least) }) : undefined}
          hint={t('transfer.least', { min: say(least) })}
          action={
            <AllButton
              satang={attempt ? undefined : source?.amount}
              onChoose={(all) => actor.send({ type: 'amount.type', text: all })}
            />
          }
        />
      </form>
      {!attempt && source && target && source !== target && amount > 0 && amount <= source.amount ? (
        <DescriptionList
          facts={[
            { place: source, after: minus(source.amount, amount) },
            { place: target, after: plus(target.amount, amount) },
          ].map(({ place, after }) => ({
            name: t('money.afterwards', { place: place.name }),
            value: <Money satang={after} />,
            isNumber: true,
          }))}
        />
      ) : null}
      {attempt ? <AttemptNote actor={attempt} /> : null}
      {failure ? <RefusedAlert failure={failure} onClose={() => actor.send({ type: 'transfer.gotIt' })} /> : null}
    </Dialog>
  )
}
