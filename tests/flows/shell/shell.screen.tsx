import type { SnapshotFrom } from 'xstate'
import th from '#locales/th.json'
import { ShellNotices } from '#src/features/shell/shell-notices.tsx'
import { defineDriver } from '#tests/kit/driver.ts'
import { press, type ScreenSnapshot } from '#tests/kit/screen.ts'
import model from './shell.model.ts'

type Seen = SnapshotFrom<typeof model.config.machine>

/** The expected notices. Each of the machine's two regions shows its own notice. */
function notices(seen: Seen): ScreenSnapshot {
  const isFound = seen.matches({ version: 'found' })
  const isChanging = seen.matches({ version: 'changing' }) || seen.matches({ version: 'changed' })
  return {
    controls: isFound
      ? [th.app.update, th.action.close]
      : isChanging
        ? [`${th.app.update} (busy)`, `${th.action.close} (off)`]
        : [],
    sees: [
      ...(seen.matches({ connection: 'offline' }) ? [th.failure.noConnection] : []),
      ...(isFound || isChanging ? [th.app.newVersion] : []),
    ],
  }
}

export default defineDriver(model, {
  view: (actor) => <ShellNotices actor={actor} />,
  act: {
    'network.lost': 'outside',
    'network.back': 'outside',
    'version.found': 'outside',
    'version.take': { ways: [press(th.app.update)], when: (seen) => seen.matches({ version: 'found' }) },
    'version.postpone': { ways: [press(th.action.close)], when: (seen) => seen.matches({ version: 'found' }) },
  },
  texts: [th.failure.noConnection, th.app.newVersion],
  look: {
    'connection.online': notices,
    'connection.offline': notices,
    'version.current': notices,
    'version.found': notices,
    'version.postponed': notices,
    'version.changing': notices,
    'version.changed': notices,
  },
})
