/** The event of the dev server that brings all texts of a language after a change of its file. */
export const TEXTS_CHANGED = 'texts-changed'
