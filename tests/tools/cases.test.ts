import { expect, it } from 'vitest'
import th from '#locales/th.json'
import { toCases } from '#tests/kit/cases.ts'
import type { Path } from '#tests/kit/model.ts'
import { loadModel, seenOf, stems } from '#tests/kit/models.ts'
import { toPage } from '#tests/kit/page.ts'
import { diffOf } from '#tests/kit/reviewed.ts'
import { where } from '#tests/kit/states.ts'

const model = await loadModel('withdraw')
const story = new Map(model.stories().map((path, at) => [at + 1, path]))
const cases = (format: 'markdown' | 'csv' | 'gherkin') => toCases(format, 'withdraw', model, story, seenOf('withdraw'))
const shown =
  '“ถอนเงิน”, “จำนวนเงิน: ___”, [ทั้งหมด], “ถอนได้ครั้งละ ฿100.00 – 50,000.00”, “ปกติเงินเข้าบัญชีภายใน 15 นาที”, [ถอนเงิน]'
const editing = `The screen shows ${shown}.`

it('each row of the CSV export contains a step with its data and the texts expected on the screen', () => {
  const [head, , , third] = cases('csv').split('\r\n')
  expect(head).toBe('"Title","Requirements","Step","Action","Data","Expected result"')
  expect(third).toMatch(/^"withdraw: The player withdraws 100 baht and it is accepted","R5, /)
  expect(third).toContain('"3","the player enters 100 baht, the minimum","text: 100"')
  expect(third?.endsWith(`,"The player enters an amount. ${editing}"`)).toBe(true)
})

/** Returns the lines of a machine's exported paths, each with the state that its step leads to. */
async function exportedBy(stem: string) {
  const { paths, ...other } = await loadModel(stem)
  const all = paths()
  const csv = toCases('csv', stem, { paths, ...other }, new Map(all.entries()), seenOf(stem))
  const lines = csv.split('\r\n').slice(1)
  return all.flat().map(({ state }, at) => ({ state: `${stem} ${where(state)}`, line: lines[at] ?? '' }))
}

/** States in which the screen is closed, belongs to another machine, or shows a skeleton. */
const SILENT = [
  ...[
    'attempt refused',
    'attempt done',
    'attempt seen',
    'change-password left',
    'change-password closed',
    'deposit closed',
  ],
  ...['invite-list loading', 'limit-question loading', 'limit-question over', 'limit-review confirmed'],
  ...['otp left', 'otp verified', 'recover loading', 'refund-list loading'],
  ...['session guest.browsing', 'session terminated'],
  ...['shell connection.online + version.current', 'shell connection.online + version.postponed'],
  ...['step-up done', 'step-up unknown', 'step-up left', 'step-up refused'],
  ...['transfer closed', 'visit waiting', 'visit due.adding', 'visit left', 'withdraw closed'],
]
it('the test case export contains Thai texts for every state that shows Thai text', async () => {
  const exported = (await Promise.all(stems.map(exportedBy))).flat()
  expect(exported.length).toBeGreaterThan(1000)
  const silent = [...Map.groupBy(exported, ({ state }) => state)].filter(([, steps]) =>
    steps.every(({ line }) => !/The screen shows [“[][^”\]]*\p{Script=Thai}/u.test(line)),
  )
  expect(silent.map(([state]) => state)).toEqual(SILENT)
})

it('every exported path has a unique title that does not depend on the path number', async () => {
  const titlesOf = (paths: Map<number, Path>) =>
    toCases('gherkin', 'session', session, paths, {}).match(/^ {2}Scenario: .*$/gm) ?? []
  const session = await loadModel('session')
  const paths = session.paths()
  const titles = titlesOf(new Map(paths.entries()))
  expect(new Set(titles).size).toBe(paths.length)
  const some = new Map([...paths.entries()].slice(5).map(([at, path]) => [at + 100, path]))
  expect(titlesOf(some)).toEqual(titles.slice(5))
})

it('the Gherkin export shows a path as a scenario', () => {
  expect(cases('gherkin')).toContain(
    [
      '  Scenario: withdraw: The player withdraws 100 baht and it is accepted',
      '    Given the player opens the withdrawal dialog, with 60,000 baht in the main wallet',
      '    Then the state is: Loading the limits and the requirements of an active bonus.',
      '    And the screen shows “ถอนเงิน”, [ถอนเงิน] (off)',
      '    When the server answers: limits of 100 to 50,000 baht',
      '    Then the state is: The player enters an amount.',
      `    And the screen shows ${shown}`,
      '    When the player enters 100 baht, the minimum (text: 100)',
    ].join('\n'),
  )
})

it('the Markdown export shows a path as a table', () => {
  expect(cases('markdown')).toContain(
    `| 3 | the player enters 100 baht, the minimum | text: 100 | The player enters an amount. ${editing} |`,
  )
})

it('the diff lists exactly the steps that have changed since an older version of the page', () => {
  const now = toPage('withdraw', model, seenOf('withdraw'))
  expect(diffOf([['withdraw', now, now]])).toBe('No step has changed.')
  const old = now.replace('| the player goes back | editing |', '| the player goes back | closed |')
  expect(diffOf([['withdraw', old, now]]).split('\n')).toEqual([
    '## withdraw',
    '',
    '- confirming: the player goes back → closed',
    '+ confirming: the player goes back → editing',
    '',
  ])
})

it('the diff reports an added machine and a removed machine', () => {
  const now = toPage('withdraw', model, seenOf('withdraw'))
  expect(diffOf([['withdraw', null, now]])).toContain('There was no page before.')
  expect(diffOf([['withdraw', now, null]])).toContain('The machine is gone.')
})

it('the test case export shows a failure with its code and its Thai text', () => {
  expect(cases('csv')).toContain(`"code: BONUS_CONDITION (th: ${th.errorMsg.BONUS_CONDITION})"`)
})

it('the test case export shows a file by its name, and a timestamp as a time of day', async () => {
  const csvOf = async (stem: string) => {
    const { paths, ...other } = await loadModel(stem)
    return toCases('csv', stem, { paths, ...other }, new Map(paths().map((path, at) => [at + 1, path])), {})
  }
  expect(await csvOf('slip-upload')).toContain('"facts: photo.png"')
  expect(await csvOf('otp')).toContain('"now: 10:05:05"')
})
