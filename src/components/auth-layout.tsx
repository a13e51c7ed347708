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
  /** True for a multi-step flow, whose form fills the page on a phone. */
  isSteps?: boolean
  /** An element to the left of the language select. */
  lead?: ReactNode
  children: ReactNode
}

/** The layout of login and registration, with the scene above the form or to its left. */
export function AuthLayout({ isSteps = false, lead, children }: Props) {
  const { t } = useTexts()
  return (
    <div className={css.auth} data-auth={isSteps ? 'steps' : ''}>
      <header className={css.scene}>
        {/* decorative, so it may appear after the rest of the page */}
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
            // the index is the key, because the same phrase may occur twice
            .map((phrase, place) => (
              <span key={place} className="phrase">
                {`${phrase}\u00a0`}
              </span>
            ))}
        </p>
        <ol className={css.steps}>
          <li>{t('login.stepRegister')}</li>
          <li>{t('login.stepDeposit')}</li>
          <li>{t('login.stepPlay')}</li>
        </ol>
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
