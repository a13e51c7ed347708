import { useSelector } from '@xstate/react'
import type { ActorRefFrom } from 'xstate'
import { COUPON_PAGE } from '#contract/spin.ts'
import { couponPages, type couponsMachine } from '#machines/coupons.machine.ts'
import { Button } from '#src/components/button.tsx'
import { ButtonLink } from '#src/components/button-link.tsx'
import { Empty } from '#src/components/empty.tsx'
import { Pager } from '#src/components/pager.tsx'
import { Skeleton } from '#src/components/skeleton.tsx'
import { Table } from '#src/components/table.tsx'
import { Unread } from '#src/components/unread.tsx'
import { useTexts } from '#src/lib/i18n.ts'
import '#src/lib/coupon-texts.ts'
import { formatDay } from '#src/lib/format.ts'
import { languageOf } from '#src/lib/language-of.ts'
import { CouponAlerts } from './coupon-alerts.tsx'
import css from './spin.module.css'

/**
 * Lists the coupons that the player has won, three per page, each with a button that claims it. Source: R139, R182,
 * R240, R521.
 */
export function Coupons({ actor }: { actor: ActorRefFrom<typeof couponsMachine> }) {
  const { t } = useTexts()
  const coupons = useSelector(actor, (s) => s.context.coupons)
  const page = useSelector(actor, (s) => s.context.page)
  const isShown = useSelector(actor, (s) => s.matches('shown'))
  const hasFailed = useSelector(actor, (s) => s.matches('failed'))
  const isBusy = useSelector(actor, (s) => s.hasTag('busy'))
  const here = coupons.slice((page - 1) * COUPON_PAGE, page * COUPON_PAGE)
  return (
    <section className={css.coupons} aria-label={t('coupon.mine')} aria-busy={isBusy || undefined}>
      {hasFailed ? (
        <Empty
          icon="alert"
          tone="plain"
          title={t('coupon.failed')}
          action={<Button onClick={() => actor.send({ type: 'coupons.retry' })}>{t('action.retry')}</Button>}
        />
      ) : null}
      {isShown && coupons.length === 0 ? (
        <Empty icon="bonus" title={t('coupon.empty')} text={t('coupon.emptyLead')} />
      ) : null}
      {isBusy && coupons.length === 0
        ? Array.from({ length: COUPON_PAGE }, (_, at) => <Skeleton key={at} shape="row" />)
        : null}
      {!hasFailed && here.length > 0 ? (
        <Table
          caption={t('coupon.mine')}
          heads={[t('coupon.prize'), t('coupon.count'), '']}
          rows={here.map((coupon, at) => ({
            key: coupon?.prize.slice.code ?? String(at),
            cells: coupon
              ? [
                  <div key="label">
                    <span lang={languageOf(coupon.prize.slice.label)}>{coupon.prize.slice.label}</span>
                    {coupon.expiresAt ? (
                      <p className="hint">{t('coupon.until', { date: formatDay(coupon.expiresAt) })}</p>
                    ) : null}
                  </div>,
                  <span key="n" className="number">
                    {coupon.amount}
                  </span>,
                  coupon.isByHand ? (
                    <ButtonLink
                      key="ask"
                      to="/user/contact"
                      search={{ chat: 'open', about: coupon.prize.slice.label }}
                      size="s"
                    >
                      {t('coupon.ask')}
                    </ButtonLink>
                  ) : (
                    <Button
                      key="claim"
                      tone="cool"
                      size="s"
                      aria-haspopup="dialog"
                      aria-label={t('coupon.claimOne', { label: coupon.prize.slice.label })}
                      aria-disabled={!isShown || coupon.amount <= 0 || undefined}
                      onClick={() => actor.send({ type: 'coupon.choose', coupon: coupon.prize.slice.code })}
                    >
                      {t('coupon.claim')}
                    </Button>
                  ),
                ]
              : [<Unread key="unread" />, null, null],
          }))}
        />
      ) : null}
      {hasFailed ? null : (
        <Pager
          page={page}
          last={couponPages(coupons)}
          onChoose={(chosen) => actor.send({ type: 'page.choose', page: chosen })}
        />
      )}
      <CouponAlerts actor={actor} />
    </section>
  )
}
