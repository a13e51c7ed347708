import { expect, it } from 'vitest'
import th from '#locales/th.json'
import { toCases } from '#tests/kit/cases.ts'
import { loadModel } from '#tests/kit/models.ts'
import { toPage } from '#tests/kit/page.ts'
import { diffOf } from '#tests/kit/reviewed.ts'

const model = await loadModel('withdraw')
const story = new Map(model.stories().map((path, at) => [at + 1, path]))
const cases = (format: 'markdown' | 'csv' | 'gherkin') => toCases(format, 'withdraw', model, story)

it('exports a step as CSV with its data and expected text', () => {
  const [head, , , third] = cases('csv').split('\r\n')
  expect(head).toBe('"Title","Requirements","Step","Action","Data","Expected result"')
  expect(third).toMatch(/^"withdraw 1: The player withdraws 100 baht and it is accepted","R5, /)
  expect(third).toMatch(/"3","the player enters 100 baht, the minimum","text: 100","The player enters an amount."$/)
})

it('exports a path as a Gherkin scenario', () => {
  expect(cases('gherkin')).toContain(
    [
      '  Scenario: withdraw 1: The player withdraws 100 baht and it is accepted',
      '    Given the withdrawal is opened',
      '    Then the state is: The limits, and what a bonus asks for, are being fetched.',
      '    When read answers: from 100 to 50,000 baht',
      '    Then the state is: The player enters an amount.',
      '    When the player enters 100 baht, the minimum (text: 100)',
    ].join('\n'),
  )
})

it('exports a path as a Markdown table', () => {
  expect(cases('markdown')).toContain(
    '| 3 | the player enters 100 baht, the minimum | text: 100 | The player enters an amount. |',
  )
})

it('lists what has changed since an older page, and nothing else', () => {
  const now = toPage('withdraw', model)
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

it('names a machine that is new and one that is gone', () => {
  const now = toPage('withdraw', model)
  expect(diffOf([['withdraw', null, now]])).toContain('There was no page before.')
  expect(diffOf([['withdraw', now, null]])).toContain('The machine is gone.')
})

it('names a failure by its code and its Thai text', () => {
  expect(cases('csv')).toContain(`"code: BONUS_CONDITION (th: ${th.errorMsg.BONUS_CONDITION})"`)
})

it('shows a file by its name and a time as a clock', async () => {
  const csvOf = async (stem: string) => {
    const { paths, ...other } = await loadModel(stem)
    return toCases('csv', stem, { paths, ...other }, new Map(paths().map((path, at) => [at + 1, path])))
  }
  expect(await csvOf('slip-upload')).toContain('"facts: photo.png"')
  expect(await csvOf('otp')).toContain('"now: 10:05:05"')
})
