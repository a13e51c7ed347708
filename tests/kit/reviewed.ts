type Row = { from: string; words: string; to: string }

/** The words, the target and the actions of a row; the texts between them are left out: seen.json compares them. */
const rowOf = (line: string) => /^\| (.+?) \| (.+?) \| (?:.+? \| )?(.+?) \|$/.exec(line)
const stepOf = (line: string) => /^\d+\. (.+) → (?:stays in )?\*\*(.+)\*\*$/.exec(line)

/** The rows of a machine's page: those of its tables, and the steps of its stories. */
function rowsIn(page: string): Row[] {
  const rows: Row[] = []
  let heading = ''
  for (const line of page.split('\n')) {
    if (line.startsWith('## ')) heading = line.slice(3)
    const [, words = '', to = '', does = '–'] = rowOf(line) ?? stepOf(line) ?? []
    if (words && words !== 'What can happen' && words !== '---')
      rows.push({ from: heading, words, to: does === '–' ? to : `${to} (${does})` })
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

/** A step without the facts that decide it. */
const plainly = (step: string) => step.replace(/ \([^():]+: [^()]*\)$/, '')

/**
 * Compares two pages of a machine by state and words. Returns lines that begin with - and +: a changed step has both,
 * a removed or new one has one. Empty if there is no difference.
 */
export function changesOf(kept: string, now: string): string[] {
  const [old, fresh] = [byStep(kept), byStep(now)]
  const all = [...new Set([...old.keys(), ...fresh.keys()])]
  // a step without deciding facts, before or now, is compared case by case
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
 * Compares pages with older ones, by the machine's stem; null for a new machine. Returns Markdown with a list for
 * each machine that differs.
 */
export function diffOf(pages: Iterable<readonly [stem: string, old: string | null, now: string | null]>): string {
  const chapters = [...pages].flatMap(([stem, old, now]) => {
    if (old === now) return []
    // older revisions have a list of paths instead of the page
    if (old === null || !old.includes('| What can happen |')) return [`## ${stem}`, '', 'There was no page before.', '']
    if (now === null) return [`## ${stem}`, '', 'The machine is gone.', '']
    const changes = changesOf(old, now)
    return changes.length > 0 ? [`## ${stem}`, '', ...changes, ''] : []
  })
  return chapters.length > 0 ? chapters.join('\n') : 'No step has changed.'
}
