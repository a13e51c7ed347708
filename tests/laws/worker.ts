import { parentPort, workerData } from 'node:worker_threads'
import { prove } from './prove.ts'
import type { Fault } from './server.ts'

/* Searches compositions in a thread of its own, one after the other, by the names that it receives. */
const { isNight, faults } = workerData as { isNight: boolean; faults: readonly Fault[] }
parentPort?.on('message', (name: string) => parentPort?.postMessage(prove(name, isNight, faults)))
