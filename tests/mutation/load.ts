import { globSync } from 'node:fs'
import { ROOMS } from './rooms.ts'

/*
 * Loads the judged code before the first test. Code that runs only on loading is not judged, because a worker loads a
 * module once for many faults. If a test were the first to load the code, that code would count as the test's own, and
 * none of its faults would be noticed.
 */
const files = globSync([...(ROOMS[process.env.PROJECT ?? ''] ?? [])])
await Promise.all(files.map((file) => import(/* @vite-ignore */ `../../${file}`)))
