import { parentPort, workerData } from 'node:worker_threads'
import { type Composition, compositions } from './compositions.ts'
import { prove } from './prove.ts'

/* Searches one composition in its own thread. */
const { name, isNight } = workerData as { name: string; isNight: boolean }
parentPort?.postMessage(prove(compositions[name] as Composition, isNight))
