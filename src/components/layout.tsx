import type { ReactNode, RefObject } from 'react'
import css from './layout.module.css'
import { NoBreakText } from './no-break-text.tsx'

type Props = {
  /** The wallet column: above the page on home, beside it from 900 px everywhere. */
  side: ReactNode
  sideLabel: string
  page?: 'home' | 'inner'
  /** The page itself, which can receive the focus. */
  main?: RefObject<HTMLDivElement | null>
  children: ReactNode
}

/**
 * The member's page under the top bar. With `page` home, the side column is shown on phones too, and short shelves share
 * a row.
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

/** The page's title, with an element at its end. */
export const LayoutHead = ({ title, children }: { title: string; children?: ReactNode }) => (
  <div className={css.head}>
    <h1>
      <NoBreakText text={title} />
    </h1>
    {children}
  </div>
)

/** A narrow page: forms, texts. */
export const LayoutColumn = ({ children }: { children: ReactNode }) => <div className={css.column}>{children}</div>
