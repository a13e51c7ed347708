import { htmlLang, type Language } from '#contract/language.ts'
import { textOr, useTexts } from '#src/lib/i18n.ts'
import { LAO, languageOf, THAI } from '#src/lib/language-of.ts'
import { SupportLink } from './support-link.tsx'

/** Caches one pattern per set of words. */
const patterns = new Map<string, RegExp>()
/** Matches a date with its time, as `formatDate` returns it. */
const DATE = '\\d\\d/\\d\\d/\\d{4} \\d\\d:\\d\\d:\\d\\d'
/** Matches consecutive words of one script, including the spaces between them. */
const run = (letter: string) => `${letter}+(?:\\s+${letter}+)*`
/** For each page language, the patterns of words in a foreign script: Thai, Lao, or both. */
const FOREIGN: Readonly<Record<Language, readonly string[]>> = {
  th: [run(LAO)],
  la: [run(THAI)],
  en: [run(LAO), run(THAI)],
}

/**
 * Matches the phrase that asks the player to contact support, dates, the language's known words (the longest first),
 * and words in a foreign script. Splitting a text by this pattern puts the matches at the odd indexes.
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

type Props = {
  text: string
  /** The subject of the chat, if it is not the text itself. */
  about?: string
}

/**
 * Text in which dates and known words never break across lines. The known words come from the language's text file. The
 * phrase that asks the player to contact support links to the chat. Words in a foreign script are marked with their
 * language.
 */
export const NoBreakText = ({ text, about = text }: Props) => <Parts text={text} about={about} />

/**
 * Like {@link NoBreakText}, but without links. Use it for texts that contain a member's name, and for the operator's
 * texts, which have links of their own.
 */
export const KeptWords = ({ text }: Pick<Props, 'text'>) => <Parts text={text} about={null} />

/** `about`: the subject of links to the chat, or null for a text without links. */
function Parts({ text, about }: { text: string; about: string | null }) {
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
    if (about === null || part.toLowerCase() !== support) return word
    return (
      <SupportLink key={place} about={about}>
        {word}
      </SupportLink>
    )
  })
}
