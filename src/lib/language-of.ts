/**
 * The language of a text that comes from the server, by its script and as `<html lang>` has it; undefined for Latin. A text
 * marked with it is read out and broken into lines in its own language, whatever the page's is.
 */
export const languageOf = (text: string) =>
  /[\u0E01-\u0E5B]/.test(text) ? 'th' : /[\u0E81-\u0EDF]/.test(text) ? 'lo' : undefined
