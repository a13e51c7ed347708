/** Globs of all modules that the gallery's pages load. */
export const GALLERY_ENTRIES = ['gallery.html', 'tests/gallery/*.tsx', 'tests/flows/*/*.screen.tsx']
