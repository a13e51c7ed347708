/** Descriptions of the problems with typed values, for the path lists. */
const WORDS: Record<string, string> = {
  balance: 'more than the main wallet holds',
  empty: 'missing',
  minimum: 'below the minimum',
  maximum: 'above the maximum',
  least: 'below the minimum',
  unchosen: 'no source or destination',
  same: 'source and destination the same',
  bound: 'from a game while a bonus keeps the money there',
  phone: 'too short or too long',
  digits: 'not in digits',
  account: 'the account number is wrong',
  name: 'the name is not in English',
}

/** Describes the problem with a typed value. Returns `valid` if there is no problem. */
export const problemWords = (problem: string | null): string => {
  if (problem === null) return 'valid'
  const words = WORDS[problem]
  if (!words) throw new Error(`no words for the problem ${problem}`)
  return words
}
