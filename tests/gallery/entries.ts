/** Globs of all modules that the pages of the gallery load. */
export const GALLERY_ENTRIES = ['gallery.html', 'tests/gallery/*.tsx', 'tests/flows/*/*.screen.tsx']
