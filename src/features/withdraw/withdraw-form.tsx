import { useSelector } from '@xstate/react'
import type { ActorRefFrom } from 'xstate'
import { satang } from '#contract/money.ts'
import { leastTransfer } from '#contract/transfer.ts'
import { fullestGame, inGames } from '#contract/wallet.ts'
import type { WithdrawProblem } from '#contract/withdraw.ts'
import type { walletMachine } from '#machines/wallet.machine.ts'
import type { BonusWarning, withdrawMachine } from '#machines/withdraw.machine.ts'
import { AllButton, AmountField } from '#src/components/amount-field.tsx'
import { Button } from '#src/components/button.tsx'
import { DescriptionList } from '#src/components/description-list.tsx'
import { Money } from '#src/components/money.tsx'
import { NoBreakText } from '#src/components/no-break-text.tsx'
import { Note } from '#src/components/note.tsx'
import { useMoney } from '#src/components/use-money.ts'
import { WithoutUnread } from '#src/components/without-unread.tsx'
import { bankName } from '#src/lib/bank-name.ts'
import { formatAccountNo, UNKNOWN } from '#src/lib/format.ts'
import { useTexts } from '#src/lib/i18n.ts'
import { languageOf } from '#src/lib/language-of.ts'
import css from './withdraw.module.css'

type Props = {
  actor: ActorRefFrom<typeof withdrawMachine>
  wallet: ActorRefFrom<typeof walletMachine>
  isFixed: boolean
  /** True if the typed amount is more than the balance of the main wallet. */
  isTooMuch: boolean
  onBringBack: (game: string) => void
  onSubmit: () => void
}

/**
 * Asks for the amount, and shows the limits, the bank account and the conditions of a bonus. Source: R25, R113–R115.
 */
export function WithdrawForm({ actor, wallet, isFixed, isTooMuch, onBringBack, onSubmit }: Props) {
  const { t, language } = useTexts()
  const { sign, format, say } = useMoney()
  const text = useSelector(actor, (s) => s.context.text)
  const problem = useSelector(actor, (s) => s.context.problem)
  const warning = useSelector(actor, (s) => s.context.warning)
  const { withdrawMin, withdrawMax, minutes, note, givesUp } = useSelector(actor, (s) => s.context.limits)
  const balance = useSelector(wallet, (s) => s.context.overview?.wallet.amount)
  const games = useSelector(wallet, (s) => (s.context.overview ? inGames(s.context.overview) : satang(0)))
  const game = useSelector(
    wallet,
    ({ context: { overview, settings } }) => overview && fullestGame(overview, leastTransfer(settings)),
  )
  const isShort = balance !== undefined && balance < withdrawMin
  const account = useSelector(wallet, (s) => s.context.overview?.bankAccount)
  const bank = account ? bankName(account.bank, language) : ''
  const missing = useSelector(wallet, (s) => (s.matches({ overview: 'failed' }) ? '' : undefined))
  const [min, max] = [say(withdrawMin), say(withdrawMax)]
  const held = { main: say(balance ?? satang(0)), games: say(games) }
  const tooMuch = t(games > 0 ? 'withdraw.tooMuchGames' : 'withdraw.tooMuch', held)
  const wrong: Record<Exclude<WithdrawProblem, 'balance'>, string> = {
    empty: t('withdraw.minimum', { min }),
    minimum: t('withdraw.minimum', { min }),
    maximum: t('withdraw.maximum', { max }),
  }
  return (
    <form
      id="withdraw"
      className={css.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      <AmountField
        label={t('money.amount')}
        value={text}
        readOnly={isFixed}
        maxLength={16}
        onChange={({ target: { value } }) => actor.send({ type: 'amount.type', text: value })}
        error={isTooMuch ? tooMuch : problem && problem !== 'balance' ? wrong[problem] : undefined}
        action={
          <AllButton
            satang={isFixed || balance === undefined ? undefined : satang(Math.min(balance, withdrawMax))}
            onChoose={(all) => actor.send({ type: 'amount.type', text: all })}
          />
        }
      />
      {isTooMuch ? <WithoutUnread wallet={wallet} /> : null}
      {game && !isFixed && (isTooMuch || isShort) ? (
        <>
          {isTooMuch ? null : (
            <Note>
              <NoBreakText text={tooMuch} />
            </Note>
          )}
          <Button tone="cool" icon="transfer" aria-haspopup="dialog" onClick={() => onBringBack(game.code)}>
            {t('withdraw.bringBack', { amount: say(game.amount), game: game.name })}
          </Button>
        </>
      ) : null}
      <DescriptionList
        facts={[
          ...(withdrawMax > 0
            ? [
                {
                  name: t('withdraw.limits'),
                  value: `${sign}${format(withdrawMin)} – ${format(withdrawMax)}`,
                  isNumber: true,
                },
              ]
            : []),
          {
            name: t('home.main'),
            value: balance === undefined ? missing : <Money satang={balance} />,
            isNumber: true,
          },
          {
            name: t('withdraw.account'),
            value: account ? (
              <span>
                <span lang={languageOf(bank)}>{bank}</span>{' '}
                <span className={css.no}>{formatAccountNo(account.bankAccountNo) || UNKNOWN}</span>
              </span>
            ) : (
              missing
            ),
          },
        ]}
      />
      {minutes === undefined ? null : <p className="hint">{t('withdraw.usual', { minutes })}</p>}
      {note ? (
        <Note>
          <NoBreakText text={note} />
        </Note>
      ) : null}
      {givesUp ? (
        <Note tone="wait" icon="alert">
          <NoBreakText text={givesUp} />
        </Note>
      ) : null}
      {warning && !givesUp ? <BonusConditions warning={warning} /> : null}
    </form>
  )
}

/** Shows the conditions of an active bonus for a withdrawal. Source: R25, R115, D-45. */
export function BonusConditions({ warning: { notice } }: { warning: BonusWarning }) {
  const { t } = useTexts()
  return (
    <Note tone="wait" icon="alert">
      <p>
        <NoBreakText text={t('withdraw.whole')} />
      </p>
      {notice ? (
        <p>
          <NoBreakText text={notice} />
        </p>
      ) : null}
    </Note>
  )
}
