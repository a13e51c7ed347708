/**
 * The language of a server text, by its script, in the form of `<html lang>`; undefined for Latin. A text marked with
 * it is read aloud and broken into lines in its own language, whatever the page's language is.
 */
export const languageOf = (text: string) =>
  /[\u0E01-\u0E5B]/.test(text) ? 'th' : /[\u0E81-\u0EDF]/.test(text) ? 'lo' : undefined
