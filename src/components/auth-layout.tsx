import type { ReactNode } from 'react'
import { APP_TITLE } from '#src/lib/app-title.ts'
import { useTexts } from '#src/lib/i18n.ts'
import logo from '#src/theme/logo.svg'
import css from './auth-layout.module.css'
import { Hydrated } from './hydrated.tsx'
import { Icon } from './icon.tsx'
import { LanguageSelect } from './language-select.tsx'

const CARDS = ['/games/moonreel.svg', '/games/orbiten.svg', '/games/emberfox.svg']

type Props = {
  /** A multi-step flow: on a phone, the form fills the page. */
  isSteps?: boolean
  /** Appears to the left of the language. */
  lead?: ReactNode
  children: ReactNode
}

/** Login and registration: the scene above or on the left, the form below or on the right. */
export function AuthLayout({ isSteps = false, lead, children }: Props) {
  const { t } = useTexts()
  return (
    <div className={css.auth} data-auth={isSteps ? 'steps' : ''}>
      <header className={css.scene}>
        {/* decoration: nothing the player needs waits for it */}
        <div className={css.fan} aria-hidden="true">
          <Hydrated>
            {CARDS.map((card) => (
              <img key={card} src={card} alt="" />
            ))}
          </Hydrated>
        </div>
        <img className={css.brand} src={logo} alt={APP_TITLE} width="184" height="52" />
        <p className={css.claim}>
          {t('login.claim')
            .split(' ')
            // the same word may occur twice
            .map((phrase, place) => (
              <span key={place} className="phrase">
                {`${phrase}\u00a0`}
              </span>
            ))}
        </p>
        <ul className={css.points}>
          <li>
            <Icon name="clock" size="s" />
            {t('login.pointCredit')}
          </li>
          <li>
            <Icon name="statement" size="s" />
            {t('login.pointHistory')}
          </li>
          <li>
            <Icon name="lock" size="s" />
            {t('login.pointSafe')}
          </li>
        </ul>
      </header>
      <main id="main" className={`${css.side} lit`}>
        <div className={css.top}>
          {lead}
          <LanguageSelect />
        </div>
        <div className={css.form}>{children}</div>
      </main>
    </div>
  )
}
