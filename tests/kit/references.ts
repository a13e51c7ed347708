import { existsSync, globSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { idsIn, requirementsIn } from './trace.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const read = (file: string) => readFileSync(root + file, 'utf8')

/** Returns the files that people write (sources, pages and tool settings), relative to the project root. */
export const writtenFiles = (): string[] =>
  globSync(
    [
      '{contract,machines,src,server,tests,e2e,docs}/**/*.{ts,tsx,js,css,html,md}',
      '*.{md,ts,html}',
      'biome.json',
      'package.json',
    ],
    { cwd: root },
  ).sort()

/**
 * Returns all defined ids: the requirements in the requirements table, and the decisions in the headings of their
 * pages.
 */
export function knownIds(): Set<string> {
  const decisions = globSync('docs/decisions/*.md', { cwd: root }).flatMap((file) => [
    ...read(file).matchAll(/^## (D-\d+): /gm),
  ])
  const requirements = requirementsIn(read('docs/requirements.md'))
  return new Set([...requirements.map(({ id }) => id), ...decisions.map(([, id = '']) => id)])
}

/**
 * Returns the citations in a text that cannot be resolved: unknown ids of requirements and decisions, and all sections
 * of the specification, which is not in the repository.
 */
export const deadCites = (text: string, known: Set<string>): string[] => [
  ...idsIn(text).filter((id) => !known.has(id)),
  ...(text.match(/\bSPEC(?: §|\.md)\S*/g) ?? []),
]

const withoutCode = (markdown: string) => markdown.replace(/^```[\s\S]*?^```/gm, '').replace(/`[^`\n]*`/g, '')

/** Returns the anchors that GitHub generates from a page's headings. */
function anchorsOf(markdown: string): Set<string> {
  const headings = [...markdown.replace(/^```[\s\S]*?^```/gm, '').matchAll(/^#+ (.+)$/gm)]
  const slugs = headings.map(([, words = '']) =>
    words
      .toLowerCase()
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  )
  return new Set(
    slugs.map((slug, at) => {
      const before = slugs.slice(0, at).filter((each) => each === slug).length
      return before > 0 ? `${slug}-${before}` : slug
    }),
  )
}

/** Returns the relative links of a page as they are written, both in Markdown and in HTML. */
const linksIn = (markdown: string) =>
  [...withoutCode(markdown).matchAll(/\]\(([^)\s]+)\)|<(?:img|a)\b[^>]*\b(?:src|href)="([^"]+)"/g)]
    .map(([, link, address]) => link ?? address ?? '')
    .filter((link) => !/^[a-z]+:/.test(link))

/** Returns the links of the page at `file` whose target file or heading does not exist. */
export const deadLinks = (file: string, markdown: string): string[] =>
  linksIn(markdown).filter((link) => {
    const [path = '', anchor] = link.split('#')
    const target = path === '' ? file : posix.join(posix.dirname(file), path)
    if (path !== '' && !existsSync(root + target)) return true
    return anchor !== undefined && !anchorsOf(target === file ? markdown : read(target)).has(anchor)
  })

/** Returns the pages under `docs/` that a text names but that do not exist. */
export const deadPages = (text: string): string[] =>
  (text.match(/\bdocs\/[\w./-]+\.(?:md|json)\b/g) ?? []).filter((page) => !existsSync(root + page))

/** Returns the npm scripts that a text names but that do not exist. */
export function deadScripts(text: string): string[] {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  const named = [...text.matchAll(/\bnpm run (?:-s )?([a-z][\w:-]*)/g)].map(([, name = '']) => name)
  return named.filter((name) => !Object.hasOwn(scripts, name))
}
