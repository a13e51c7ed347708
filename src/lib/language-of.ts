/** For use in a regular expression: the Thai letters and digits, without the baht sign, and below them the Lao ones. */
export const THAI = '[\\u0E01-\\u0E3A\\u0E40-\\u0E5B]'
export const LAO = '[\\u0E81-\\u0EDF]'
const [thai, lao] = [new RegExp(THAI), new RegExp(LAO)]

/**
 * Returns the language of a server text, judging by its script, as a value for the `lang` attribute; undefined for
 * Latin script. With that attribute, browsers read the text aloud and break its lines by the rules of its own language.
 */
export const languageOf = (text: string) => (thai.test(text) ? 'th' : lao.test(text) ? 'lo' : undefined)
