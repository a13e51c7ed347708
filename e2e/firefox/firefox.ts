#!/usr/bin/env node
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createInterface } from 'node:readline'
import { WebSocket, WebSocketServer } from 'ws'

/*
 * Runs Debian's Firefox for Playwright's `moz-firefox`, which speaks WebDriver BiDi. For each page, Playwright sends a
 * command that this Firefox does not support. This program replies to that command on its own and relays all other
 * messages. The project's preferences set the media features instead.
 */

const UNKNOWN = 'emulation.setMediaFeaturesOverride'
const ADDRESS = 'WebDriver BiDi listening on '

/** Relays the messages between Playwright and the Firefox at `url`. */
async function relay(client: WebSocket, url: string) {
  const browser = new WebSocket(url, { perMessageDeflate: false })
  const isOpen = once(browser, 'open')
  client.on('message', async (data) => {
    const { id, method } = JSON.parse(String(data))
    await isOpen
    if (method === UNKNOWN) client.send(JSON.stringify({ type: 'success', id, result: {} }))
    else browser.send(String(data))
  })
  browser.on('message', (data) => client.send(String(data)))
  browser.on('close', () => client.close())
  client.on('close', () => browser.close())
}

const firefox = spawn('firefox-esr', process.argv.slice(2), { stdio: ['ignore', 'inherit', 'pipe'] })
firefox.on('exit', (code) => process.exit(code ?? 1))
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => firefox.kill(signal))
for await (const line of createInterface(firefox.stderr)) {
  if (!line.startsWith(ADDRESS)) {
    console.error(line)
    continue
  }
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0, path: '/session' })
  server.on('connection', (client) => relay(client, `${line.slice(ADDRESS.length)}/session`))
  await once(server, 'listening')
  console.error(`${ADDRESS}ws://127.0.0.1:${(server.address() as AddressInfo).port}`)
}
