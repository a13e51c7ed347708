import { createRoot } from 'react-dom/client'
import { startShell } from '#src/actors/shell.ts'
import { ShellNotices } from '#src/features/shell/shell-notices.tsx'

/**
 * Starts the shell, which shows the notices of the app (offline, new version). The notices have their own React root
 * because they are loaded last. Returns a function that stops the shell.
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
