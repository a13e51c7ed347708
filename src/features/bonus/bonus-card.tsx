import { Suspense, useId } from 'react'
import { type Bonus, type CardState, receivedOf } from '#contract/bonus.ts'
import { readable } from '#contract/rows.ts'
import { Badge } from '#src/components/badge.tsx'
import { Icon } from '#src/components/icon.tsx'
import { SafeHtml } from '#src/components/safe-html.tsx'
import { Skeleton } from '#src/components/skeleton.tsx'
import { useTexts } from '#src/lib/i18n.ts'
import { safeUrl } from '#src/lib/safe-url.ts'
import { BlockedHint } from './blocked-hint.tsx'
import css from './bonus.module.css'

type Props = { bonus: Bonus; state: CardState; now: number; isBusy: boolean; onOpen: () => void }
const tones = { current: 'metal', full: 'plain', blocked: 'wait', open: 'good' } as const

/** Shows one bonus: what it offers, whether the member can claim it, and if not, why. Source: R222–R227. */
export function BonusCard({ bonus, state, now, isBusy, onOpen }: Props) {
  const { t } = useTexts()
  const id = useId()
  const [banner] = readable(bonus.banners)
  const most = bonus.maxReceived ?? 1
  const inside = (
    <>
      <img className={css.art} src={(banner && safeUrl(banner.image)) ?? undefined} alt="" loading="lazy" />
      <span className={css.state}>
        <Badge tone={tones[state]} text={t(`bonus.state.${state}`)} />
      </span>
      <div className={css.text}>
        <div id={id}>
          <Suspense fallback={<Skeleton width="l" />}>{banner ? <SafeHtml html={banner.html} /> : bonus.code}</Suspense>
        </div>
        <p className="hint">
          {`${t(`bonus.often.${bonus.type}`, { n: most })} · ${t('bonus.received', { n: receivedOf(bonus, now) })}`}
        </p>
        {state === 'full' ? <p className="hint">{t(`bonus.full.${bonus.type}`)}</p> : null}
        {state === 'blocked' ? <BlockedHint bonus={bonus} /> : null}
        {state === 'full' ? null : <Icon name="chevron-right" size="s" />}
      </div>
    </>
  )
  if (state === 'full')
    return (
      <div className={css.card} data-state={state}>
        {inside}
      </div>
    )
  return (
    <div className={css.card} data-state={state}>
      {inside}
      <button
        type="button"
        id={`${id}-open`}
        className={css.press}
        aria-haspopup="dialog"
        aria-labelledby={`${id}-open ${id}`}
        aria-disabled={isBusy || undefined}
        onClick={isBusy ? undefined : onOpen}
      >
        <span className="visually-hidden">{t('bonus.open', { name: '' })}</span>
      </button>
    </div>
  )
}
