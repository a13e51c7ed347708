import '#src/theme/fonts.css'
import '#src/theme/tokens.css'
import '#src/theme/base.css'
import { placeOf } from './address.ts'

const root = document.getElementById('root')
if (!root) throw new Error('gallery.html has no #root')
const place = placeOf(location.search)
if (place.show) {
  root.remove()
  const { openFrame } = await import('./frame.ts')
  await openFrame(place.show, place.language)
} else {
  const { openIndex } = await import('./index-page.tsx')
  await openIndex(root, place)
}
