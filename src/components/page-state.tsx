import type { ComponentProps } from 'react'
import { Empty } from './empty.tsx'
import css from './page-state.module.css'

/** A page that has only one thing to say: not found, closed, broken. */
export const PageState = (props: Omit<ComponentProps<typeof Empty>, 'level'>) => (
  <main id="main" className={css.page}>
    <Empty {...props} level={1} />
  </main>
)
