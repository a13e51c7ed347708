import type { ReactNode } from 'react'
import { APP_TITLE } from '#src/lib/app-title.ts'
import logo from '#src/theme/logo.svg'
import { LanguageSelect } from './language-select.tsx'
import { LayoutColumn } from './layout.tsx'
import css from './public-page.module.css'

/** A public page without the login scene. The logo and the language select are at the top. Source: R28, D-53. */
export const PublicPage = ({ children }: { children: ReactNode }) => (
  <main id="main" className={css.page}>
    <LayoutColumn>
      <div className={css.head}>
        <img src={logo} alt={APP_TITLE} width="113" height="32" />
        <LanguageSelect />
      </div>
      {children}
    </LayoutColumn>
  </main>
)
