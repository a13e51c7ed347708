import { createRoot } from 'react-dom/client'
import { startShell } from '#src/actors/shell.ts'
import { ShellNotices } from '#src/features/shell/shell-notices.tsx'

/** Starts the page as an app, with its notices in a root of their own: they load last. Returns a function that ends it. */
export function openShell(): () => void {
  const actor = startShell()
  const place = document.createElement('div')
  document.body.prepend(place)
  const root = createRoot(place)
  root.render(<ShellNotices actor={actor} />)
  return () => {
    root.unmount()
    place.remove()
    actor.stop()
  }
}
