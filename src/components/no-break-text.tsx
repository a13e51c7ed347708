import { useTranslation } from 'react-i18next'

const patterns = new Map<string, RegExp>()
/** A date and its time, as `formatDate` returns them. */
const DATE = '\\d\\d/\\d\\d/\\d{4} \\d\\d:\\d\\d:\\d\\d'

/** Matches dates and the known words of a language, longest first. Text split by it has the matches at odd indexes. */
function pattern(words: string): RegExp {
  const known = patterns.get(words)
  if (known) return known
  const longestFirst = words
    .split(/\s+/)
    .filter(Boolean)
    .sort((a, b) => b.length - a.length)
  const made = new RegExp(`(${[DATE, ...longestFirst].join('|')})`, 'g')
  patterns.set(words, made)
  return made
}

/** Running text whose dates and known words never break across lines; the words are part of the texts of the language. */
export function NoBreakText({ text }: { text: string }) {
  const { i18n } = useTranslation()
  const words: string = i18n.getResource(i18n.language, 'translation', 'keepWords') ?? ''
  const parts = text.split(pattern(words))
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
