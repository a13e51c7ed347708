import type { ReactNode } from 'react'
import { LANGUAGES, type Language } from '#contract/language.ts'
import { addressOf, type Place, SIZE_NAMES, type Size } from './address.ts'
import css from './switches.module.css'

const OWN: Record<Language, string> = { th: 'ไทย', la: 'ລາວ', en: 'English' }
const LANG: Record<Language, string> = { th: 'th', la: 'lo', en: 'en' }
const SIZE: Record<Size, string> = { phone: 'Phone', desktop: 'Desktop' }

type SwitchProps = { place: Place; to: Partial<Place>; isOn: boolean; lang?: string; children: ReactNode }
const Switch = ({ place, to, isOn, lang, children }: SwitchProps) => (
  <a href={addressOf({ ...place, ...to })} lang={lang} aria-current={isOn ? 'page' : undefined}>
    {children}
  </a>
)

/** Language, size and machine, all in the address. */
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
            lang={LANG[language]}
          >
            {OWN[language]}
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
