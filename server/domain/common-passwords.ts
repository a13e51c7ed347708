import type { Settings } from '#server/core/settings.ts'

let passwords: Promise<ReadonlySet<string>> | undefined

/** Loads the most common passwords, in lower case. They are loaded on first use, so that startup does not wait. */
const load = async (): Promise<ReadonlySet<string>> => {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'])
}

/** Returns true if a password is among the most common ones, which attackers try first. */
export async function isCommon(password: string): Promise<boolean> {
  passwords ??= load()
  return (await passwords).has(password.toLowerCase())
}

const lettersOf = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}]/gu, '')

/**
 * Returns the words that are specific to a site: its title and the single words of the title, the labels of its host
 * names, and the words of PASSWORD_WORDS. Each word is reduced to its letters, and the longest comes first.
 */
function wordsOf({ title, siteUrl, webOrigin, passwordWords }: SiteWords): string[] {
  const hosts = [siteUrl, webOrigin].flatMap((url) => (url ? new URL(url).hostname.split('.') : []))
  return [title, ...title.split(' '), ...hosts, ...passwordWords].map(lettersOf).sort((a, b) => b.length - a.length)
}

/** The settings that the site-specific words come from. */
export type SiteWords = Pick<Settings, 'title' | 'siteUrl' | 'webOrigin' | 'passwordWords'>

/** Returns true if a password's letters, ignoring case, consist only of the site's own words. */
export function isOfSite(password: string, settings: SiteWords): boolean {
  const letters = lettersOf(password)
  return letters !== '' && wordsOf(settings).reduce((left, word) => left.replaceAll(word, ''), letters) === ''
}
