/** The event with which the dev server sends all texts of a language after its file has changed. */
export const TEXTS_CHANGED = 'texts-changed'
