import type { ComponentProps } from 'react'
import { APP_TITLE } from '#src/lib/app-title.ts'
import logo from '#src/theme/logo.svg'
import { Empty } from './empty.tsx'
import css from './page-state.module.css'

/** A page that shows only one message, such as "not found", "closed" or "broken". */
export const PageState = (props: Omit<ComponentProps<typeof Empty>, 'level'>) => (
  <main id="main" className={css.page}>
    <img className={css.brand} src={logo} alt={APP_TITLE} width="141" height="40" />
    <Empty {...props} level={1} />
  </main>
)
