import { GALLERY_ENTRIES } from '../gallery/entries.ts'
import { serveSite } from '../kit/vite.ts'

/** Serves the gallery to all workers while the tests run. */
export default async function serveGallery() {
  const { site, close } = await serveSite(0, GALLERY_ENTRIES, 'node_modules/.vite/looks')
  process.env.LOOKS_SITE = site
  return close
}
