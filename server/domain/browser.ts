import { isIPv4, isIPv6 } from 'node:net'
import Bowser from 'bowser'

/** The maximum number of characters of a User-Agent header that are parsed. No browser sends more. */
const USER_AGENT_MOST = 512

/** A browser, described so that the member can recognise it. Unknown fields are null. */
export type Browser = { browser: string | null; system: string | null; address: string | null }

/**
 * Returns the first 3 numbers of an IPv4 address or the first 3 groups of an IPv6 address, or null for any other
 * string.
 */
export function shortened(address: string): string | null {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
  if (isIPv4(plain)) return `${plain.split('.').slice(0, 3).join('.')}.x`
  if (!isIPv6(plain)) return null
  const [left = '', right] = plain.split('::')
  const groups = left.split(':').filter(Boolean)
  const known = right === undefined ? groups : [...groups, '0', '0', '0']
  return `${known.slice(0, 3).join(':')}:x`
}

const known = (name: string | undefined, names: Record<string, string>) =>
  name !== undefined && Object.values(names).includes(name) ? name : null

/** Returns a description of the browser that sent a request, to be shown to the member. */
export function browserOf(userAgent: string, address: string): Browser {
  // the parser throws on an empty string
  const { browser, os } = Bowser.parse(userAgent.slice(0, USER_AGENT_MOST) || '-')
  return {
    browser: known(browser.name, Bowser.BROWSER_MAP),
    system: known(os.name, Bowser.OS_MAP),
    address: shortened(address),
  }
}
