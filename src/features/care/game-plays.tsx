import { useId } from 'react'
import { type CarePeriod, type GamePlays as Plays, playedIn } from '#contract/care.ts'
import { minus } from '#contract/money.ts'
import { useMoney } from '#src/components/use-money.ts'
import { useTexts } from '#src/lib/i18n.ts'
import css from './care.module.css'
import { useResultText } from './use-results.ts'

type Props = { games: readonly Plays[]; period: CarePeriod }

/** Shows, for each game, the member's stakes, winnings, losses and result in the chosen period. Source: R640. */
export function GamePlays({ games, period }: Props) {
  const { t } = useTexts()
  const { say } = useMoney()
  const resultText = useResultText()
  const id = useId()
  const played = playedIn(games, period)
  return (
    <section className={css.lengths} aria-labelledby={id}>
      <h2 id={id}>{t('care.games.title')}</h2>
      {played.length === 0 ? <p>{t('care.games.none')}</p> : null}
      <ul className={css.limits}>
        {played.map(({ code, name, plays: { [period]: sums } }) => (
          <li key={code}>
            <div>
              <strong>{name}</strong>
              <p className={css.sums}>
                <span>{t('care.games.staked', { amount: say(sums.staked) })}</span>{' '}
                <span>{t('care.games.won', { amount: say(sums.won) })}</span>{' '}
                <span>{t('care.games.lost', { amount: say(sums.lost) })}</span>
              </p>
            </div>
            <span className="number">{resultText(minus(sums.won, sums.lost))}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
