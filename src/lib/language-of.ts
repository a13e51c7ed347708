/** The Thai letters and digits, without the baht sign, and the Lao ones, for a regular expression. */
export const THAI = '[\\u0E01-\\u0E3A\\u0E40-\\u0E5B]'
export const LAO = '[\\u0E81-\\u0EDF]'
const [thai, lao] = [new RegExp(THAI), new RegExp(LAO)]

/**
 * Returns the language of a server text, by its script, in the form of `<html lang>`; undefined for Latin. A text
 * marked with it is read aloud and broken into lines in its own language, regardless of the page's language.
 */
export const languageOf = (text: string) => (thai.test(text) ? 'th' : lao.test(text) ? 'lo' : undefined)
