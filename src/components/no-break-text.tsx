import { htmlLang, type Language } from '#contract/language.ts'
import { textOr, useTexts } from '#src/lib/i18n.ts'
import { LAO, languageOf, THAI } from '#src/lib/language-of.ts'
import { SupportLink } from './support-link.tsx'

/** A cache: one pattern per set of words. */
const patterns = new Map<string, RegExp>()
/** A date and its time, as `formatDate` returns them. */
const DATE = '\\d\\d/\\d\\d/\\d{4} \\d\\d:\\d\\d:\\d\\d'
/** Words of one script, with the spaces between them. */
const run = (letter: string) => `${letter}+(?:\\s+${letter}+)*`
/** Runs of Thai or Lao words, for each page language that is not written in that script. */
const FOREIGN: Readonly<Record<Language, readonly string[]>> = {
  th: [run(LAO)],
  la: [run(THAI)],
  en: [run(LAO), run(THAI)],
}

/**
 * Matches the words that ask to contact support, dates, the known words of a language, longest first, and words in
 * another script. Splitting a text by it puts the matches at odd indexes.
 */
function pattern(support: string, words: string, language: Language): RegExp {
  const key = [support, words, language].join('\n')
  const known = patterns.get(key)
  if (known) return known
  const longestFirst = words
    .split(/\s+/)
    .filter(Boolean)
    .sort((a, b) => b.length - a.length)
  const made = new RegExp(`(${[support, DATE, ...longestFirst, ...FOREIGN[language]].join('|')})`, 'gi')
  patterns.set(key, made)
  return made
}

type Props = { text: string }

/**
 * Running text whose dates and known words never break across lines; the words come with the language's texts. It links
 * to the chat where it asks to contact support, and marks words in another script with their language.
 */
export const NoBreakText = ({ text }: Props) => <Parts text={text} hasLinks />

/** Like {@link NoBreakText} without links, for texts with a member's name and for the operator's, which have their own. */
export const KeptWords = ({ text }: Props) => <Parts text={text} hasLinks={false} />

function Parts({ text, hasLinks }: Props & { hasLinks: boolean }) {
  const { t, language } = useTexts()
  const words = textOr(t, 'keepWords', '')
  const support = t('support.phrase')
  return text.split(pattern(support, words, language)).map((part, place) => {
    if (place % 2 === 0) return part
    const lang = languageOf(part)
    if (lang && lang !== htmlLang[language])
      return (
        <span key={place} lang={lang}>
          {part}
        </span>
      )
    const word = (
      <span key={place} className="w">
        {part}
      </span>
    )
    if (!hasLinks || part.toLowerCase() !== support) return word
    return (
      <SupportLink key={place} about={text}>
        {word}
      </SupportLink>
    )
  })
}
