import { parentPort, workerData } from 'node:worker_threads'
import { prove } from './prove.ts'
import type { Fault } from './server.ts'

/* Runs in a worker thread. Receives the names of compositions and searches them one after another. */
const { isNight, faults } = workerData as { isNight: boolean; faults: readonly Fault[] }
parentPort?.on('message', (name: string) => parentPort?.postMessage(prove(name, isNight, faults)))
