import { parentPort, workerData } from 'node:worker_threads'
import { type Composition, compositions } from './compositions.ts'
import { prove } from './prove.ts'
import type { Fault } from './server.ts'

/* Searches one composition in its own thread. */
const { name, isNight, faults } = workerData as { name: string; isNight: boolean; faults: readonly Fault[] }
parentPort?.postMessage(prove(compositions[name] as Composition, isNight, faults))
