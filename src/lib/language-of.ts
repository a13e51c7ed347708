/**
 * Character classes for regular expressions. `THAI` matches Thai letters and digits but not the baht sign, and `LAO`
 * matches all Lao characters.
 */
export const THAI = '[\\u0E01-\\u0E3A\\u0E40-\\u0E5B]'
export const LAO = '[\\u0E81-\\u0EDF]'
const [thai, lao] = [new RegExp(THAI), new RegExp(LAO)]

/**
 * Returns the `lang` attribute for a server text, judging by its script; undefined for Latin script. The attribute
 * makes browsers read the text aloud and break its lines by the rules of its own language.
 */
export const languageOf = (text: string) => (thai.test(text) ? 'th' : lao.test(text) ? 'lo' : undefined)
