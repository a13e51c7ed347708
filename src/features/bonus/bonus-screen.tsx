import { useSelector } from '@xstate/react'
import type { ActorRefFrom } from 'xstate'
import { cardState } from '#contract/bonus.ts'
import type { bonusMachine } from '#machines/bonus.machine.ts'
import type { walletMachine } from '#machines/wallet.machine.ts'
import { Button } from '#src/components/button.tsx'
import { Empty } from '#src/components/empty.tsx'
import { LayoutHead } from '#src/components/layout.tsx'
import { PageTitle } from '#src/components/page-title.tsx'
import { Skeleton } from '#src/components/skeleton.tsx'
import { Unread } from '#src/components/unread.tsx'
import { useTexts } from '#src/lib/i18n.ts'
import { ActiveBonus } from './active-bonus.tsx'
import css from './bonus.module.css'
import { BonusAlerts } from './bonus-alerts.tsx'
import { BonusCard } from './bonus-card.tsx'
import { BonusDetails } from './bonus-details.tsx'
import { PromotionAlerts } from './promotion-alerts.tsx'
import { PromotionForm } from './promotion-form.tsx'

type Props = {
  actor: ActorRefFrom<typeof bonusMachine>
  wallet: ActorRefFrom<typeof walletMachine>
  onWithdraw: () => void
}

/**
 * The bonus page: the active bonus, or else the form for a promotion code, and below it the list of bonuses.
 * Source: R132–R133, R222–R231.
 */
export function BonusScreen({ actor, wallet, onWithdraw }: Props) {
  const { t } = useTexts()
  const reading = useSelector(actor, (s) => s.context.reading)
  const hasFailed = useSelector(actor, (s) => s.matches('failed'))
  const isBusy = useSelector(actor, (s) => s.hasTag('busy'))
  const isOpen = useSelector(actor, (s) => s.matches('details'))
  const promotion = useSelector(actor, (s) => s.context.promotion)
  return (
    <>
      <PageTitle page="bonus" />
      <LayoutHead title={t('page.bonus')} />
      {reading?.active.status ? (
        <ActiveBonus actor={actor} active={reading.active} isBusy={isBusy} onWithdraw={onWithdraw} />
      ) : null}
      {reading && !reading.active.status ? <PromotionForm actor={promotion} /> : null}
      {!reading && isBusy ? (
        <div role="status" aria-label={t('state.loading')} className={css.grid}>
          <Skeleton shape="tile" />
          <Skeleton shape="tile" />
          <Skeleton shape="tile" />
        </div>
      ) : null}
      {hasFailed ? (
        <Empty
          icon="alert"
          tone="plain"
          title={t('bonus.failed')}
          action={<Button onClick={() => actor.send({ type: 'bonus.retry' })}>{t('action.retry')}</Button>}
        />
      ) : null}
      {reading?.bonuses.length === 0 ? (
        <Empty icon="bonus" title={t('bonus.empty')} text={t('bonus.emptyLead')} />
      ) : null}
      {reading?.bonuses.length ? (
        <>
          {/* a level-2 heading, because the operator's texts below use level-3 headings */}
          <h2 className="visually-hidden">{t('page.bonus')}</h2>
          <ul className={css.grid} aria-busy={isBusy || undefined}>
            {reading.bonuses.map((bonus, at) => (
              <li key={bonus?.code ?? at} className={bonus ? undefined : css.unread}>
                {bonus ? (
                  <BonusCard
                    bonus={bonus}
                    state={cardState(bonus, reading.now)}
                    now={reading.now}
                    isBusy={isBusy}
                    onOpen={() => actor.send({ type: 'bonus.open', code: bonus.code })}
                  />
                ) : (
                  <Unread />
                )}
              </li>
            ))}
          </ul>
        </>
      ) : null}
      {isOpen ? <BonusDetails actor={actor} wallet={wallet} /> : null}
      <PromotionAlerts actor={promotion} notice={reading?.notice ?? ''} />
      <BonusAlerts actor={actor} wallet={wallet} />
    </>
  )
}
