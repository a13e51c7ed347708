import type { ReactNode } from 'react'
import { htmlLang, LANGUAGES } from '#contract/language.ts'
import { LANGUAGE_NAMES } from '#src/components/language-select.tsx'
import type { Size } from '../kit/sizes.ts'
import { addressOf, type Place, SIZE_NAMES } from './address.ts'
import css from './switches.module.css'

const SIZE: Record<Size, string> = { phone: 'Phone', desktop: 'Desktop' }

type SwitchProps = { place: Place; to: Partial<Place>; isOn: boolean; lang?: string; children: ReactNode }
const Switch = ({ place, to, isOn, lang, children }: SwitchProps) => (
  <a href={addressOf({ ...place, ...to })} lang={lang} aria-current={isOn ? 'page' : undefined}>
    {children}
  </a>
)

/** The switches for language, size and machine. Their values are stored in the address. */
export function Switches({ place, stems }: { place: Place; stems: readonly string[] }) {
  return (
    <header className={css.bar}>
      <h1>Gallery</h1>
      <nav aria-label="Language">
        {LANGUAGES.map((language) => (
          <Switch
            key={language}
            place={place}
            to={{ language }}
            isOn={language === place.language}
            lang={htmlLang[language]}
          >
            {LANGUAGE_NAMES[language]}
          </Switch>
        ))}
      </nav>
      <nav aria-label="Size">
        {SIZE_NAMES.map((size) => (
          <Switch key={size} place={place} to={{ size }} isOn={size === place.size}>
            {SIZE[size]}
          </Switch>
        ))}
      </nav>
      <select
        aria-label="Machine"
        value={place.machine ?? ''}
        onChange={({ target }) => location.assign(addressOf({ ...place, machine: target.value || null }))}
      >
        <option value="">All machines</option>
        {stems.map((stem) => (
          <option key={stem}>{stem}</option>
        ))}
      </select>
    </header>
  )
}
