import { useSelector } from '@xstate/react'
import { useId } from 'react'
import type { ActorRefFrom } from 'xstate'
import { LIMIT_PERIODS, type LimitKind, type LimitPeriod, limitIn, type PlayLimit } from '#contract/play-limit.ts'
import type { playLimitMachine } from '#machines/play-limit.machine.ts'
import { Button } from '#src/components/button.tsx'
import { NoBreakText } from '#src/components/no-break-text.tsx'
import { Note } from '#src/components/note.tsx'
import { Skeleton } from '#src/components/skeleton.tsx'
import { useMoney } from '#src/components/use-money.ts'
import { formatMinute } from '#src/lib/format.ts'
import { useTexts } from '#src/lib/i18n.ts'
import css from './care.module.css'
import { PlayLimitAlerts } from './play-limit-alerts.tsx'
import { useLimitTexts } from './use-limit-texts.ts'

type Props = { actor: ActorRefFrom<typeof playLimitMachine> }

/**
 * Shows the member's limits of these kinds, and the deposits that are held because they exceed a limit. Source: R585,
 * R587, R588, R607, R637.
 */
export function PlayLimits({ actor, kinds }: Props & { kinds: readonly LimitKind[] }) {
  const { t } = useTexts()
  const hasFailed = useSelector(actor, (s) => s.matches('failed'))
  return (
    <>
      {hasFailed ? (
        <div className={css.lengths}>
          <p role="alert">{t('care.limit.failed')}</p>
          <Button onClick={() => actor.send({ type: 'limits.retry' })}>{t('action.retry')}</Button>
        </div>
      ) : (
        kinds.map((kind) => <Limits key={kind} actor={actor} kind={kind} />)
      )}
      <PlayLimitAlerts actor={actor} />
    </>
  )
}

/**
 * Shows the limits of one kind, one per period. The periods are shown even while the limits are loading, so that
 * nothing below them moves.
 */
function Limits({ actor, kind }: Props & { kind: LimitKind }) {
  const { t } = useTexts()
  const { say } = useMoney()
  const id = useId()
  const found = useSelector(actor, (s) => s.context.found)
  return (
    <section className={css.lengths} aria-labelledby={id}>
      <h2 id={id}>{t(`care.limit.${kind}.title`)}</h2>
      <p>{t(`care.limit.${kind}.text`)}</p>
      {kind === 'deposit' && found && found.held > 0 ? (
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
          <Limit key={period} actor={actor} kind={kind} period={period} limit={found && limitIn(found, kind, period)} />
        ))}
      </ul>
    </section>
  )
}

type LimitProps = Props & { kind: LimitKind; period: LimitPeriod; limit: PlayLimit | null }

/** Shows one limit, how much of it is used, and the button that changes it. `limit` is null while it is loading. */
function Limit({ actor, kind, period, limit }: LimitProps) {
  const { t } = useTexts()
  const isBusy = useSelector(actor, (s) => s.hasTag('busy'))
  const name = t(`care.limit.period.${period}`)
  const action = t(limit && limit.amount !== null ? 'care.limit.change' : 'care.limit.set')
  return (
    <li>
      {/* announces the limit after it is saved */}
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
        aria-label={t(`care.limit.${kind}.setOf`, { action, period: name })}
        aria-disabled={isBusy}
        onClick={() => actor.send({ type: 'limit.open', kind, period })}
      >
        {action}
      </Button>
    </li>
  )
}

/** Shows the limit, how much of it is used, and the higher limit that the member has requested, if any. */
function Usage({ limit }: { limit: PlayLimit }) {
  const { t } = useTexts()
  const textsOf = useLimitTexts()
  const { kind, amount, wish } = limit
  const texts = textsOf(limit)
  return (
    <>
      <p>{t(`care.limit.${kind}.${amount === null ? 'free' : 'used'}`, texts)}</p>
      {wish ? (
        <p>
          <NoBreakText
            text={
              wish.isReady
                ? t('care.limit.ready', { amount: texts.wished })
                : t('care.limit.wished', { amount: texts.wished, from: formatMinute(wish.from) })
            }
          />
        </p>
      ) : null}
    </>
  )
}
