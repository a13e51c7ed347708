import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '#tests/kit/free-port.ts'

/** The time limit for the driver to start, in ms. */
const START_MOST = 20_000

/** Starts WebKitGTK's driver. Returns its address, and a function that stops it. */
export async function startDriver() {
  const port = await freePort()
  const address = `http://127.0.0.1:${port}`
  const env = { ...process.env, PORT: String(port) }
  const driver = spawn(process.execPath, ['e2e/webkit/driver.ts'], { stdio: 'inherit', env })
  const isReady = () =>
    fetch(`${address}/status`).then(
      ({ ok }) => ok,
      () => false,
    )
  const end = Date.now() + START_MOST
  while (!(await isReady())) {
    if (Date.now() > end || driver.exitCode !== null) throw new Error('WebKitGTK’s driver does not answer')
    await delay(100)
  }
  async function stop() {
    driver.kill()
    await once(driver, 'exit')
  }
  return { address, stop }
}
