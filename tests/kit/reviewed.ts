type Row = { from: string; words: string; to: string }

/** The text of a story's step, and the state it leads to. Older pages include the state even if it does not change. */
function stepOf(line: string): { words: string; to: string } | null {
  const [, words, stays, to] =
    /^\d+\. (.+?)(?: → (stays in )?\*\*(.+?)\*\*)?(?:(?::| –) (?:e\.g\. )?[“[].*)?$/.exec(line) ?? []
  return words ? { words, to: to && !stays ? to : 'stays' } : null
}
/** The cells of a table line, or an empty list for any other line. */
const cellsOf = (line: string): string[] => (line.startsWith('| ') ? line.slice(2, -2).split(/(?<!\\) \| /) : [])

/** Adds a table line, which is either a step or the actions of a step. In older pages one line contains both. */
function add(rows: Row[], heading: string, line: Readonly<Record<string, string>>) {
  const { State: from = heading, Step: words = line['What can happen'] ?? '', 'Leads to': to = '', Actions } = line
  const does = Actions && Actions !== '–' ? ` (${Actions})` : ''
  const step = rows.find((row) => row.from === from && row.words === words)
  if (step && 'Step' in line) step.to += does
  else rows.push({ from, words, to: `${to}${does}` })
}

/**
 * The rows of a machine's page: the lines of its tables and the steps of its stories. Ignores screen texts, because
 * they are compared in seen.json.
 */
function rowsIn(page: string): Row[] {
  const rows: Row[] = []
  let heading = ''
  let head: string[] = []
  for (const line of page.split('\n')) {
    if (line.startsWith('## ')) heading = line.slice(3).replace(/^\d+\. /, '')
    const cells = cellsOf(line)
    const step = stepOf(line)
    if (step) rows.push({ from: heading, ...step })
    if (cells.length === 0 || head.length === 0) head = cells
    else if (cells[0] !== '---') add(rows, heading, Object.fromEntries(head.map((name, at) => [name, cells[at] ?? ''])))
  }
  return rows
}

const listed = (tos: string[]) => [...new Set(tos)].sort().join(', or ')
const byStep = (page: string) =>
  new Map(
    [...Map.groupBy(rowsIn(page), ({ from, words }) => `${from}: ${words}`)].map(([step, rows]) => [
      step,
      listed(rows.map(({ to }) => to)),
    ]),
  )

/** Removes the deciding facts at the end of a step, such as ` (typed: 500)`. */
const plainly = (step: string) => step.replace(/ \([^():]+: [^()]*\)$/, '')

/**
 * Compares two pages of a machine, matching steps by state and text. Returns lines in the style of a diff: a changed
 * step has a line with - and a line with +, and a removed or new step has only one of these lines. Empty if there is no
 * difference.
 */
export function changesOf(kept: string, now: string): string[] {
  const [old, fresh] = [byStep(kept), byStep(now)]
  const all = [...new Set([...old.keys(), ...fresh.keys()])]
  // A step that has deciding facts in only one of the pages is compared separately for each combination of facts.
  const split = new Set(all.filter((step) => step !== plainly(step)).map(plainly))
  return all
    .filter((step) => !split.has(step))
    .flatMap((step) => {
      const [from, to] = [old, fresh].map((steps) => steps.get(step) ?? steps.get(plainly(step)))
      if (from === to) return []
      return [from === undefined ? [] : [`- ${step} → ${from}`], to === undefined ? [] : [`+ ${step} → ${to}`]].flat()
    })
}

/**
 * Compares pages with older versions. A new machine has no old page, and a removed machine has no new page. Returns
 * Markdown with a list for each machine that differs.
 */
export function diffOf(pages: Iterable<readonly [stem: string, old: string | null, now: string | null]>): string {
  const chapters = [...pages].flatMap(([stem, old, now]) => {
    if (old === now) return []
    // older revisions have a list of paths instead of a page
    if (old === null || !old.includes('| What can happen |')) return [`## ${stem}`, '', 'There was no page before.', '']
    if (now === null) return [`## ${stem}`, '', 'The machine is gone.', '']
    const changes = changesOf(old, now)
    return changes.length > 0 ? [`## ${stem}`, '', ...changes, ''] : []
  })
  return chapters.length > 0 ? chapters.join('\n') : 'No step has changed.'
}
