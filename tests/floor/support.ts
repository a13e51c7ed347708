import bcd from '@mdn/browser-compat-data' with { type: 'json' }
import type { CompatStatement, Identifier, SimpleSupportStatement } from '@mdn/browser-compat-data'
import browserslist from 'browserslist'

/** The compatibility data's names for each browserslist browser. Android's WebView has the same versions as Chrome. */
const COVERED: Record<string, readonly (keyof CompatStatement['support'])[]> = {
  chrome: ['chrome', 'webview_android'],
  edge: ['edge'],
  safari: ['safari'],
  ios_saf: ['safari_ios'],
  firefox: ['firefox'],
  samsung: ['samsunginternet_android'],
}

/** The floor: the oldest supported version of each browser, from `browserslist` in package.json. Source: D-66. */
const FLOOR = browserslist().flatMap((entry) => {
  const [name = '', version] = entry.split(' ')
  const covered = COVERED[name]
  if (!covered) throw new Error(`tests/floor/support.ts does not know the browser ${name}`)
  return covered.map((browser) => ({ browser, version: Number(version) }))
})

/** Returns a version as a number, or infinity if it is unreleased or unknown. */
const numberOf = (version: string | false) =>
  version === false || version === 'preview' ? Number.POSITIVE_INFINITY : Number.parseFloat(version.replace('≤', ''))

/**
 * Returns true if a version supports a feature without a prefix, an alternative name or a flag. A partial
 * implementation counts unless the browser has replaced it since.
 */
const hasIt = ({ version_added, version_removed, ...statement }: SimpleSupportStatement, version: number) =>
  !statement.prefix &&
  !statement.alternative_name &&
  !statement.flags &&
  !(statement.partial_implementation && version_removed !== undefined) &&
  numberOf(version_added ?? false) <= version &&
  (version_removed === undefined || numberOf(version_removed) > version)

/** Returns the browsers at the floor that lack a feature. */
function lacking({ support }: CompatStatement): string[] {
  return FLOOR.filter(({ browser, version }) => {
    const statements = [support[browser] ?? []].flat()
    return !statements.some((statement) => hasIt(statement, version))
  }).map(({ browser, version }) => `${browser} ${version}`)
}

/** Returns the part of the compatibility data at a path such as `css.properties.mask`, or undefined. */
export const featureAt = (path: readonly string[]): Identifier | undefined =>
  path.reduce<Identifier | undefined>(
    (part, name) => (part && Object.hasOwn(part, name) ? (part as Record<string, Identifier>)[name] : undefined),
    bcd as unknown as Identifier,
  )

/** A feature newer than the floor: its path in the compatibility data, and the browsers that lack it. */
export type Newer = { feature: string; lacking: readonly string[] }
/** `where`: the surrounding code. */
export type Found = Newer & { where: string }

/** Features that browsers offer only over https. The site also runs over http, on developers' machines and in tests. */
const HTTPS_ONLY = ['api.Crypto.randomUUID']

/** Returns the feature at a path if a browser at the floor lacks it or it needs https, else null. */
export function newerAt(path: readonly string[]): Newer | null {
  const feature = path.join('.')
  if (HTTPS_ONLY.includes(feature)) return { feature, lacking: ['http pages'] }
  const compat = featureAt(path)?.__compat
  const browsers = compat ? lacking(compat) : []
  return browsers.length > 0 ? { feature, lacking: browsers } : null
}
