import { useTranslation } from 'react-i18next'
import { keepWords } from './keep-words.ts'

/** Matches the known words of a language, the longest first; splits by it keep them at odd places. */
function pattern(words: string): RegExp {
  const longestFirst = words
    .split(/\s+/)
    .filter(Boolean)
    .sort((a, b) => b.length - a.length)
  return longestFirst.length ? new RegExp(`(${longestFirst.join('|')})`, 'g') : /(?!)/
}
const split: Record<string, RegExp> = {
  th: pattern(keepWords.th),
  la: pattern(keepWords.la),
  en: pattern(keepWords.en),
}

/** Running text whose known words never break across lines; the text itself stays as it is. `lang`: app code. */
export function Running({ text, lang }: { text: string; lang?: 'th' | 'la' | 'en' }) {
  const { i18n } = useTranslation()
  const parts = text.split(split[lang ?? i18n.language] ?? /(?!)/)
  return parts.map((part, place) =>
    place % 2 ? (
      <span key={place} className="w">
        {part}
      </span>
    ) : (
      part
    ),
  )
}
