/** The dev server's event with all texts of a language, sent when the language's file has changed. */
export const TEXTS_CHANGED = 'texts-changed'
