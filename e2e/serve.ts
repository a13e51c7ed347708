import { rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { fillDataFolder } from '../tests/kit/data-folder.ts'
import { tempFolder } from '../tests/kit/temp.ts'

// Runs the built server for tests, or the program given as an argument, in DATA_DIR or a temporary folder. The parent
// process keeps stdin open. When stdin closes, the server exits and the folder is removed.

/** The time limit for the server to close its database, in ms. */
const PATIENCE = 5000

const folder = process.env.DATA_DIR ?? tempFolder('serve')
process.env.DATA_DIR = folder
process.env.SANDBOX = '1'
process.stdin
  .on('close', () => {
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
    setTimeout(() => process.exit(), PATIENCE).unref()
    process.kill(process.pid, 'SIGTERM')
  })
  .resume()
if (!process.env.DATABASE_URL) await fillDataFolder(folder)
await import(resolve(process.argv[2] ?? 'dist-server/main.js'))
