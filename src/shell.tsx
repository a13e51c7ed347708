import { createRoot } from 'react-dom/client'
import { startShell } from '#src/actors/shell.ts'
import { ShellNotices } from '#src/features/shell/shell-notices.tsx'

/**
 * Starts the page as an app. Its notices have their own React root because they load last. Returns a function that
 * stops it.
 */
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
