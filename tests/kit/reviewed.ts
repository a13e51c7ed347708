/** A step of a path list: where one was, what happens, where that leads. */
type Line = { from: string; words: string; to: string }

/** The paths of a list in Markdown, step by step. */
function pathsIn(markdown: string): Line[][] {
  const paths: Line[][] = []
  for (const [, number, words = '', to = ''] of markdown.matchAll(/^(\d+)\. (.+) → (?:stays in )?\*\*(.+)\*\*$/gm)) {
    if (number === '1') paths.push([])
    const path = paths.at(-1)
    path?.push({ from: path.at(-1)?.to ?? 'start', words, to })
  }
  return paths
}

const stepOf = ({ from, words, to }: Line) => `${from}: ${words} → ${to}`
const stepsIn = (paths: Line[][]) => new Set(paths.flat().map(stepOf))

const told = (way: Line[], words: string) => [...way.map((line) => line.words), words].join(' → ')

/** Where each way leads with its last step, by the way told in words. */
const endsIn = (paths: Line[][]) =>
  new Map(paths.flatMap((path) => path.map(({ words, to }, at) => [told(path.slice(0, at), words), to] as const)))

/**
 * What a path list says otherwise than the one that people have read, in lines that begin with - and +: steps that are
 * gone or new, and the same way that leads elsewhere by none of them. Empty when both say the same.
 */
export function changesOf(kept: string, now: string): string[] {
  const [before, after] = [pathsIn(kept), pathsIn(now)]
  const [old, fresh] = [stepsIn(before), stepsIn(after)]
  const steps = [
    ...[...old].filter((step) => !fresh.has(step)).map((step) => `- ${step}`),
    ...[...fresh].filter((step) => !old.has(step)).map((step) => `+ ${step}`),
  ]
  const ends = endsIn(after)
  const turned = before.flatMap((path) => {
    const ways = path.map((line, at) => ({ line, way: told(path.slice(0, at), line.words) }))
    const first = ways.find(({ line, way }) => ends.has(way) && ends.get(way) !== line.to)
    if (!first || !fresh.has(stepOf(first.line))) return []
    return [`- ${first.way} → ${first.line.to}`, `+ ${first.way} → ${ends.get(first.way)}`]
  })
  const changes = [...new Set(turned), ...steps]
  if (changes.length > 0) return changes
  const isSame = JSON.stringify(before) === JSON.stringify(after)
  return isSame ? [] : [`- ${before.length} paths`, `+ ${after.length} paths, by other ways over the same steps`]
}
