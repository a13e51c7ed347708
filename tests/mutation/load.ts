import { globSync } from 'node:fs'
import { ROOMS } from './rooms.ts'

/*
 * Loads the code that is judged before the first test. What runs only then is not judged, because a worker loads a module
 * once for many faults; if a test were the first to load it, that code would count as its own, and no fault in it be noticed.
 */
const files = globSync([...(ROOMS[process.env.PROJECT ?? ''] ?? [])])
await Promise.all(files.map((file) => import(/* @vite-ignore */ `../../${file}`)))
