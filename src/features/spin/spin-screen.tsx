import { useSelector } from '@xstate/react'
import { useId } from 'react'
import type { ActorRefFrom } from 'xstate'
import type { spinMachine } from '#machines/spin.machine.ts'
import { Button } from '#src/components/button.tsx'
import { Empty } from '#src/components/empty.tsx'
import { Icon } from '#src/components/icon.tsx'
import { LayoutHead } from '#src/components/layout.tsx'
import { NoBreakText } from '#src/components/no-break-text.tsx'
import { PageTitle } from '#src/components/page-title.tsx'
import { Skeleton } from '#src/components/skeleton.tsx'
import { UnreadCount } from '#src/components/unread.tsx'
import { UNKNOWN } from '#src/lib/format.ts'
import { useTexts } from '#src/lib/i18n.ts'
import { languageOf } from '#src/lib/language-of.ts'
import { Coupons } from './coupons.tsx'
import css from './spin.module.css'
import { SpinAlerts } from './spin-alerts.tsx'
import { Wheel } from './wheel.tsx'

type Props = { actor: ActorRefFrom<typeof spinMachine> }

/** The page with the prize wheel and the player's coupons. Source: R138–R139, R233–R239. */
export function SpinScreen({ actor }: Props) {
  const { t } = useTexts()
  const wheel = useSelector(actor, (s) => s.context.setup?.activeSpinwheel)
  const hasSlices = (wheel?.slice.length ?? 0) > 0
  const coupons = useSelector(actor, (s) => s.context.coupons)
  const hasFailed = useSelector(actor, (s) => s.matches('failed'))
  const isLoading = useSelector(actor, (s) => s.context.setup === null)
  return (
    <>
      <PageTitle page="spin" />
      <LayoutHead title={wheel?.name ?? t('page.spin')} />
      <div className={css.columns}>
        {hasFailed ? (
          <Empty
            icon="alert"
            tone="plain"
            title={t('spin.failed')}
            action={<Button onClick={() => actor.send({ type: 'spin.retry' })}>{t('action.retry')}</Button>}
          />
        ) : null}
        {!hasFailed && isLoading ? (
          <div role="status" aria-label={t('state.loading')} className={css.spin}>
            <div className={css.stage}>
              <Skeleton shape="wheel" />
            </div>
            <CoinCount coins={undefined} />
            <div className={css.hints} />
          </div>
        ) : null}
        {!hasFailed && !isLoading && !hasSlices ? (
          <Empty icon="wheel" title={t('spin.none')} text={t('spin.noneLead')} />
        ) : null}
        {!hasFailed && hasSlices ? <Stage actor={actor} /> : null}
        <Coupons actor={coupons} />
      </div>
      <SpinAlerts actor={actor} />
    </>
  )
}

/** Shows how many coins the member has; `coins` is undefined while they are loading. */
function CoinCount({ coins, id }: { coins: number | undefined; id?: string }) {
  const { t } = useTexts()
  return (
    <p className={css.coins} id={id}>
      <Icon name="coin" />
      {t('spin.coins')}
      <span className="number">{coins ?? UNKNOWN}</span>
    </p>
  )
}

/** Shows the wheel, the button that spins it, and the member's coins. */
function Stage({ actor }: Props) {
  const { t } = useTexts()
  const coinsId = useId()
  const setup = useSelector(actor, (s) => s.context.setup)
  const turn = useSelector(actor, (s) => s.context.turn)
  const at = useSelector(actor, (s) => s.context.at)
  const label = useSelector(actor, (s) => s.context.decided?.label)
  const isReady = useSelector(actor, (s) => s.matches('ready'))
  const isSpinning = useSelector(actor, (s) => s.hasTag('spinning'))
  const hasLanded = useSelector(actor, (s) => s.hasTag('landed'))
  const coins = setup?.userCoin ?? 0
  const isBroke = coins === 0 && !isSpinning
  const how = setup?.coinRule ?? (isBroke ? t('spin.howCoin') : null)
  const isSilent = !isReady || coins <= 0
  return (
    <div className={css.spin}>
      <div className={css.stage}>
        <Wheel slices={setup?.activeSpinwheel?.slice ?? []} turn={turn} at={at} isDimmed={hasLanded && at !== null} />
        <span className={css.pin} aria-hidden="true" />
        <button
          type="button"
          className={css.go}
          data-off={coins <= 0 || undefined}
          aria-describedby={coinsId}
          aria-busy={isSpinning || undefined}
          aria-disabled={isSilent || undefined}
          onClick={isSilent ? undefined : () => actor.send({ type: 'wheel.spin' })}
        >
          {t(isSpinning ? 'spin.asking' : 'spin.go')}
        </button>
      </div>
      <CoinCount id={coinsId} coins={coins} />
      <UnreadCount n={setup?.activeSpinwheel?.unread ?? 0} />
      <div className={css.hints}>
        {isBroke ? (
          <p className="hint">
            <NoBreakText text={t('spin.noCoin')} />
          </p>
        ) : null}
        {how ? (
          <p className="hint">
            <NoBreakText text={how} about={t('spin.question')} />
          </p>
        ) : null}
      </div>
      <p role="status" className="visually-hidden" lang={languageOf(label ?? '')}>
        {hasLanded && label ? label : ''}
      </p>
    </div>
  )
}
