import { loadModel, stems } from '../kit/models.ts'
import { nameOf, settledStates } from '../kit/states.ts'

/** The names of the states that the gallery shows, by machine stem. */
export async function statesOf(): Promise<Map<string, string[]>> {
  const names = new Map<string, string[]>()
  for (const stem of stems) {
    const { config } = await loadModel(stem)
    names.set(stem, settledStates(config.machine).map(nameOf))
  }
  return names
}
