import type { ReactNode, RefObject } from 'react'
import css from './layout.module.css'
import { NoBreakText } from './no-break-text.tsx'

type Props = {
  /**
   * The wallet column. On phones, it appears only on the home page, above the content. At 900 px and above, it is
   * beside the content on every page.
   */
  side: ReactNode
  sideLabel: string
  page?: 'home' | 'inner'
  /** A ref to the page's content, so that the caller can focus it. */
  main?: RefObject<HTMLDivElement | null>
  children: ReactNode
}

/**
 * The layout of the member's pages, below the top bar. If `page` is `home`, the side column is also shown on phones,
 * and short shelves of games share a row.
 */
export function Layout({ side, sideLabel, page = 'inner', main, children }: Props) {
  return (
    <main id="main" className={css.layout} data-page={page}>
      <section className={css.side} aria-label={sideLabel}>
        {side}
      </section>
      <div ref={main} tabIndex={-1} className={css.main}>
        {children}
      </div>
    </main>
  )
}

/** The page's title, followed by `children` at the end of the row. */
export const LayoutHead = ({ title, children }: { title: string; children?: ReactNode }) => (
  <div className={css.head}>
    <h1>
      <NoBreakText text={title} />
    </h1>
    {children}
  </div>
)

/** A narrow column for forms and texts. */
export const LayoutColumn = ({ children }: { children: ReactNode }) => <div className={css.column}>{children}</div>
