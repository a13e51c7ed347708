import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, expect, it } from 'vitest'
import file from '../../package-lock.json' with { type: 'json' }

const lock: { packages: Record<string, { version?: string }> } = file
let registry: Server | undefined
afterEach(() => {
  registry?.close()
  registry = undefined
})

type Advisory = { name: string; severity: string; fixed?: string }

/**
 * Starts a registry that reports these vulnerabilities for all versions below 99. Without `known`, it answers every
 * request with an error.
 */
async function registryWith(known?: readonly Advisory[]): Promise<string> {
  registry = createServer((request, response) => {
    response.setHeader('Content-Type', 'application/json')
    if (!known) return response.writeHead(405).end('{}')
    if (request.method === 'POST') {
      const holes = known.map(({ name, severity }) => [
        name,
        [{ id: 1, url: 'https://advisory.example', title: 'A hole', severity, vulnerable_versions: '<99.0.0' }],
      ])
      return response.end(JSON.stringify(Object.fromEntries(holes)))
    }
    const { name, fixed } = known.find((each) => `/${each.name}` === request.url) ?? {}
    if (!name || !fixed) return response.writeHead(404).end('{}')
    const installed = lock.packages[`node_modules/${name}`]?.version ?? ''
    const versions = [installed, fixed].map((version) => [
      version,
      { name, version, dist: { tarball: `https://registry.example/${name}-${version}.tgz` } },
    ])
    response.end(JSON.stringify({ name, 'dist-tags': { latest: fixed }, versions: Object.fromEntries(versions) }))
  })
  await new Promise<void>((heard) => registry?.listen(0, '127.0.0.1', heard))
  return `http://127.0.0.1:${(registry.address() as AddressInfo).port}`
}

/** Runs the vulnerability check against a registry. */
async function checkAt(address: string) {
  const check = spawn(process.execPath, ['tests/holes/main.ts'], {
    env: { ...process.env, npm_config_registry: address, npm_config_loglevel: 'silent' },
  })
  const [out, err] = [text(check.stdout), text(check.stderr)]
  const code = await new Promise((ended) => check.on('close', ended))
  return { code, out: await out, err: await err }
}

it('the vulnerability check passes if the registry reports no vulnerabilities', async () => {
  const { code, out } = await checkAt(await registryWith([]))
  expect(out).toMatch(/^0 packages have known holes \(\d{4}-\d\d-\d\d\)\n$/)
  expect(code).toBe(0)
})

it('the vulnerability check fails and names the package if a site package has a serious vulnerability that a newer version fixes', async () => {
  const { code, out } = await checkAt(await registryWith([{ name: 'dompurify', severity: 'high', fixed: '99.0.0' }]))
  expect(out).toContain('dompurify: high, close it within 7 days')
  expect(code).toBe(1)
})

it('the vulnerability check passes if every vulnerability is minor, outside the site’s packages or not fixed yet, and lists the deadline of each one that has a fix', async () => {
  const { code, out } = await checkAt(
    await registryWith([
      { name: 'pino', severity: 'moderate', fixed: '99.0.0' },
      { name: 'knip', severity: 'critical', fixed: '99.0.0' },
      { name: 'jose', severity: 'critical' },
    ]),
  )
  expect(out).toContain('pino: moderate, close it within 30 days')
  expect(out).toContain('knip: critical, close it within 90 days')
  expect(out).toContain('jose: critical, no fixed version yet')
  expect(code).toBe(0)
})

it.each([
  ['refuses', () => registryWith()],
  ['cannot be reached', () => 'http://127.0.0.1:9'],
])('the vulnerability check reports that nothing was checked if the registry %s', async (_, address) => {
  const { code, out, err } = await checkAt(await address())
  expect(err).toContain('NOT CHECKED')
  expect(out).toBe('')
  expect(code).toBe(2)
})

it('CI runs the vulnerability check, and reports at its end if nothing was checked', () => {
  const ci = readFileSync('.ci/run', 'utf8')
  expect(ci).toContain('npm run --silent holes')
  expect(ci).toContain('NOT CHECKED')
})
