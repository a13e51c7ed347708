import { type KeyboardEvent, Suspense, useRef, useState } from 'react'
import type { Banners as All, Banner } from '#contract/banner.ts'
import { SafeHtml } from '#src/components/safe-html.tsx'
import { useTexts } from '#src/lib/i18n.ts'
import { safeUrl } from '#src/lib/safe-url.ts'
import css from './banners.module.css'
import { IconButton } from './icon-button.tsx'
import { Skeleton } from './skeleton.tsx'
import { Unread } from './unread.tsx'

const keyOf = (banner: Banner | null, place: number) => `${banner?.image} ${place}`

/**
 * Shows the operator's banners one at a time. The player changes them by swiping, with buttons, or with arrow keys.
 * Source: R103, R155.
 */
export function Banners({ banners, label }: { banners: All; label: string }) {
  const { t } = useTexts()
  const row = useRef<HTMLUListElement>(null)
  const [at, setAt] = useState(0)
  const last = banners.length - 1
  const show = (next: number) => {
    const place = Math.min(Math.max(next, 0), last)
    row.current?.children[place]?.scrollIntoView({ block: 'nearest', inline: 'start' })
  }
  const move = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (!step) return
    event.preventDefault() // otherwise the browser would also scroll by a few pixels
    show(at + step)
  }
  return (
    <section className={css.banners} aria-label={label}>
      <ul
        ref={row}
        className={css.row}
        // makes the scrolling row reachable by keyboard
        tabIndex={last > 0 ? 0 : undefined}
        onKeyDown={move}
        onScroll={({ currentTarget: { scrollLeft, clientWidth } }) => setAt(Math.round(scrollLeft / clientWidth))}
      >
        {banners.map((banner, place) => (
          <li key={keyOf(banner, place)} inert={place !== at}>
            {banner ? (
              <>
                <img src={safeUrl(banner.image) ?? undefined} alt="" />
                <Suspense fallback={<Skeleton width="l" />}>
                  <SafeHtml html={banner.html} />
                </Suspense>
              </>
            ) : (
              <Unread />
            )}
          </li>
        ))}
      </ul>
      {last > 0 ? (
        <div className={css.steps}>
          <IconButton
            icon="chevron-left"
            label={t('banner.previous')}
            aria-disabled={at === 0}
            onClick={() => show(at - 1)}
          />
          <p className={css.dots} aria-live="polite">
            <span className="visually-hidden">{t('banner.place', { n: at + 1, all: banners.length })}</span>
            {banners.map((banner, place) => (
              <span key={keyOf(banner, place)} data-current={place === at || undefined} />
            ))}
          </p>
          <IconButton
            icon="chevron-right"
            label={t('banner.next')}
            aria-disabled={at === last}
            onClick={() => show(at + 1)}
          />
        </div>
      ) : null}
    </section>
  )
}
