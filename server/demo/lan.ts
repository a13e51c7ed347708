import { X509Certificate } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { toString as codeOf } from 'qrcode'
import { generate } from 'selfsigned'
import { DAY } from '#contract/limits.ts'

/** A key and its certificate, as PEM. */
type Pair = { key: string; cert: string }

/** How long a certificate is valid, in ms. Phones reject certificates that are valid for longer. */
const VALID = 365 * DAY

/** Returns this machine's IPv4 addresses, except loopback ones. A machine that runs containers has several. */
const lanAddresses = () =>
  Object.values(networkInterfaces())
    .flatMap((each) => each ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => address)

/**
 * Returns the stored pair if its certificate covers `addresses` and is valid for at least another day, otherwise null.
 */
function storedPair(place: string, addresses: readonly string[]): Pair | null {
  let text: string
  try {
    text = readFileSync(place, 'utf8')
  } catch {
    // nothing is stored before the first start with --lan
    return null
  }
  const pair: Pair = JSON.parse(text)
  const found = new X509Certificate(pair.cert)
  const isNamed = addresses.every((address) => found.checkIP(address) !== undefined)
  return isNamed && found.validToDate.getTime() > Date.now() + DAY ? pair : null
}

async function newPair(addresses: readonly string[]): Promise<Pair> {
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'krapao sandbox' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    notAfterDate: new Date(Date.now() + VALID),
    extensions: [
      {
        name: 'subjectAltName',
        altNames: [
          { type: 2, value: 'localhost' },
          ...['127.0.0.1', ...addresses].map((ip) => ({ type: 7 as const, ip })),
        ],
      },
    ],
  })
  return { key, cert }
}

/**
 * Prepares the sandbox for phones in the local network. `pair` contains a self-signed certificate, which is stored in
 * `folder` so that a phone has to accept it only once. `invitation(port)` returns text with the first address, its QR
 * code and the other addresses. Throws if the machine has no address in a local network.
 */
export async function openLan(folder: string): Promise<{ pair: Pair; invitation: (port: string) => Promise<string> }> {
  const addresses = lanAddresses()
  if (addresses.length === 0) throw new Error('This machine has no address in a local network.')
  const place = join(folder, 'lan.json')
  const stored = storedPair(place, addresses)
  const pair = stored ?? (await newPair(addresses))
  if (!stored) {
    mkdirSync(folder, { recursive: true })
    writeFileSync(place, JSON.stringify(pair), { mode: 0o600 })
  }
  return {
    pair,
    invitation: async (port) => {
      const [url = '', ...others] = addresses.map((address) => `https://${address}:${port}`)
      const words = [
        ...others.map((other) => `Another network: ${other}`),
        'On a phone in this network, open the address and accept the certificate, which this server made itself.',
        'Everyone in the network can use the sandbox, and move its demo money.',
      ]
      return [url, await codeOf(url, { type: 'terminal', small: true }), ...words].join('\n')
    },
  }
}
