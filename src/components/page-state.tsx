import type { ComponentProps } from 'react'
import { Empty } from './empty.tsx'
import css from './page-state.module.css'

/** A page with a single message: not found, closed, broken. */
export const PageState = (props: Omit<ComponentProps<typeof Empty>, 'level'>) => (
  <main id="main" className={css.page}>
    <Empty {...props} level={1} />
  </main>
)
