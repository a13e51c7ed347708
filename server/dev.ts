import { spawn } from 'node:child_process'
import { createServer } from 'vite'

const PORT = 5173
// Passkeys are bound to the site's address, so SITE_URL is the address of Vite, which runs in front of the server. The
// folder `none` does not exist, so that the server does not serve a build that may be older than the sources.
const env = { SITE_URL: `http://localhost:${PORT}`, ...process.env, DIST_DIR: 'none' }
const api = spawn(process.execPath, ['--watch', 'server/main.ts'], { env, stdio: 'inherit' })
const vite = await createServer({ server: { port: PORT } })
await vite.listen()
vite.printUrls()
// the server behind Vite also prints its address, but serves no page during development
console.log(`  ➜  Sandbox: ${vite.resolvedUrls?.local[0]}sandbox`)

let isStopping = false
async function stop() {
  if (isStopping) return
  isStopping = true
  api.kill('SIGTERM')
  await vite.close()
}
process.on('SIGINT', stop).on('SIGTERM', stop)
