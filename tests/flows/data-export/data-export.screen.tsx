import type { SnapshotFrom } from 'xstate'
import th from '#locales/th.json'
import type { dataExportMachine } from '#machines/data-export.machine.ts'
import { DataDialog } from '#src/features/data/data-dialog.tsx'
import { DataExport } from '#src/features/data/data-export.tsx'
import { defineDriver } from '#tests/kit/driver.ts'
import { press, type ScreenSnapshot } from '#tests/kit/screen.ts'
import model from './data-export.model.ts'

const { action } = th
const texts = th.data.export
type Seen = SnapshotFrom<typeof dataExportMachine>

const found = ({ context: { pages } }: Seen) =>
  texts.ready.replace('{{n}}', String(pages.flatMap(({ records }) => records).length))

function ready(seen: Seen): ScreenSnapshot {
  const alerts = seen.matches('unsaved') ? [texts.unsaved] : []
  return {
    controls: [action.close, texts.save],
    alerts,
    sees: [texts.title, texts.text, found(seen), texts.hint, ...alerts],
  }
}

export default defineDriver(model, {
  view: (actor) => (
    <DataDialog onClose={() => {}}>
      <DataExport actor={actor} />
    </DataDialog>
  ),
  act: {
    'export.ask': { ways: [press(texts.prepare)] },
    'export.stop': { ways: [press(action.cancel)] },
    'export.retry': { ways: [press(action.retry)] },
    'export.save': { ways: [press(texts.save)] },
    'export.saveFailed': 'outside',
  },
  texts: (seen) => [texts.title, texts.text, texts.failed, texts.hint, texts.unsaved, found(seen)],
  look: {
    idle: () => ({ controls: [action.close, texts.prepare], sees: [texts.title, texts.text] }),
    collecting: () => ({
      controls: [action.close, `${texts.collecting} (busy)`, action.cancel],
      sees: [texts.title, texts.text],
    }),
    failed: () => ({
      controls: [action.close, action.retry],
      alerts: [texts.failed],
      sees: [texts.title, texts.text, texts.failed],
    }),
    ready,
    unsaved: ready,
  },
})
