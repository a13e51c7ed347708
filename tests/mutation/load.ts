import { globSync } from 'node:fs'
import { ROOMS } from './rooms.ts'

/*
 * Loads the judged code before the first test. Code that runs only when a module is loaded is not judged, because a
 * worker loads each module once for many faults. If a test loaded a module first, Stryker would attribute this code to
 * the test, and no test would notice the code's faults.
 */
const files = globSync([...(ROOMS[process.env.PROJECT ?? ''] ?? [])])
await Promise.all(files.map((file) => import(/* @vite-ignore */ `../../${file}`)))
