import { htmlLang, LANGUAGES, type Language } from '#contract/language.ts'
import { switchLanguage, useTexts } from '#src/lib/i18n.ts'
import { Icon } from './icon.tsx'
import css from './language-select.module.css'

/** The name of each language, in that language. Source: R72. */
export const LANGUAGE_NAMES: Record<Language, string> = { th: 'ไทย', la: 'ລາວ', en: 'English' }

/** A select with the three languages, each named in its own language. Source: R31, R72. */
export function LanguageSelect() {
  const { t, language } = useTexts()
  const current = language
  return (
    <label className={css.language}>
      <Icon name="globe" size="s" />
      <span aria-hidden="true" className={css.code}>
        {current.toUpperCase()}
      </span>
      <Icon name="chevron-down" size="xs" />
      <select
        aria-label={t('app.language')}
        value={current}
        onChange={(event) => void switchLanguage(event.target.value as Language)}
      >
        {LANGUAGES.map((language) => (
          <option key={language} value={language} lang={htmlLang[language]} disabled={language === current}>
            {LANGUAGE_NAMES[language]}
          </option>
        ))}
      </select>
    </label>
  )
}
