import { useSelector } from '@xstate/react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { ActorRefFrom } from 'xstate'
import { satang } from '#contract/money.ts'
import { type DepositLimit, LIMIT_PERIODS, type LimitPeriod } from '#contract/play-limit.ts'
import type { playLimitMachine } from '#machines/play-limit.machine.ts'
import { Button } from '#src/components/button.tsx'
import { NoBreakText } from '#src/components/no-break-text.tsx'
import { Note } from '#src/components/note.tsx'
import { Skeleton } from '#src/components/skeleton.tsx'
import { useMoney } from '#src/components/use-money.ts'
import css from './care.module.css'
import { PlayLimitAlerts } from './play-limit-alerts.tsx'

type Props = { actor: ActorRefFrom<typeof playLimitMachine> }

/** The member's deposit limits, and the amount held beyond them. Source: R585, R587, R588. */
export function PlayLimits({ actor }: Props) {
  const { t } = useTranslation()
  const id = useId()
  const hasFailed = useSelector(actor, (s) => s.matches('failed'))
  return (
    <section className={css.lengths} aria-labelledby={id}>
      <h2 id={id}>{t('care.limit.title')}</h2>
      <p>{t('care.limit.text')}</p>
      {hasFailed ? (
        <>
          <p role="alert">{t('care.limit.failed')}</p>
          <Button onClick={() => actor.send({ type: 'limits.retry' })}>{t('action.retry')}</Button>
        </>
      ) : (
        <Limits actor={actor} />
      )}
      <PlayLimitAlerts actor={actor} />
    </section>
  )
}

/** Shows the periods while their limits are loading, so that nothing below them moves. */
function Limits({ actor }: Props) {
  const { t } = useTranslation()
  const { say } = useMoney()
  const found = useSelector(actor, (s) => s.context.found)
  return (
    <>
      {found && found.held > 0 ? (
        <Note tone="wait" icon="clock">
          <NoBreakText text={t('care.limit.held', { amount: say(found.held) })} />
        </Note>
      ) : null}
      {found === null ? (
        <p role="status" aria-label={t('state.loading')} className="visually-hidden">
          {t('state.loading')}
        </p>
      ) : null}
      <ul className={css.limits}>
        {LIMIT_PERIODS.map((period) => (
          <Limit key={period} actor={actor} period={period} limit={found?.periods[period]} />
        ))}
      </ul>
    </>
  )
}

type LimitProps = Props & { period: LimitPeriod; limit: DepositLimit | undefined }

/**
 * One period's limit, the amount deposited, and the button that changes the limit. `limit` is undefined while it loads.
 */
function Limit({ actor, period, limit }: LimitProps) {
  const { t } = useTranslation()
  const isBusy = useSelector(actor, (s) => s.hasTag('busy'))
  const name = t(`care.limit.period.${period}`)
  const action = t(limit && limit.amount !== null ? 'care.limit.change' : 'care.limit.set')
  return (
    <li>
      {/* announces the limit as it was saved */}
      <div aria-live={limit ? 'polite' : undefined}>
        <strong>{name}</strong>
        {limit ? (
          <Usage limit={limit} />
        ) : (
          <p>
            <Skeleton width="m" />
          </p>
        )}
      </div>
      <Button
        size="s"
        aria-haspopup="dialog"
        aria-label={t('care.limit.setOf', { action, period: name })}
        aria-disabled={isBusy}
        onClick={() => actor.send({ type: 'limit.open', period })}
      >
        {action}
      </Button>
    </li>
  )
}

/** The limit, the amount deposited, and any higher limit that the member has asked for. */
function Usage({ limit: { amount, paidIn, wish } }: { limit: DepositLimit }) {
  const { t } = useTranslation()
  const { say } = useMoney()
  const used = { paidIn: say(paidIn), limit: say(amount ?? satang(0)) }
  return (
    <>
      <p>{t(amount === null ? 'care.limit.free' : 'care.limit.used', used)}</p>
      {wish ? <p>{t(wish.isReady ? 'care.limit.ready' : 'care.limit.wished')}</p> : null}
    </>
  )
}
