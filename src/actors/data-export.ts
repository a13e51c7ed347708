import { dataCalls, partsOf } from '#contract/data.ts'
import { dataExportMachine } from '#machines/data-export.machine.ts'
import { saveFile } from '#src/lib/save-file.ts'
import { callActors } from './call.ts'

/** The export machine, connected to the backend and to the browser's downloads. */
export const dataExportLogic = dataExportMachine.provide({
  actors: callActors(dataCalls),
  actions: {
    saveFile: ({ context: { pages }, self }) => {
      try {
        const text = JSON.stringify(partsOf(pages), null, 2)
        saveFile(new Blob([text], { type: 'application/json' }), 'krapao-data.json')
      } catch {
        self.send({ type: 'export.saveFailed' })
      }
    },
  },
})
