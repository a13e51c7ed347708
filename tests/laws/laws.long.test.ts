import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { FlowSystem } from './flow.ts'
import { flows } from './flows.ts'
import { about } from './page.ts'
import { prove } from './prove.ts'
import { search } from './search.ts'
import { find, findOnSite, SEEDED, SEEDED_SITES, SMALL } from './seeded.ts'
import type { Fault } from './server.ts'

const broken = (faults: readonly Fault[]) => search(new FlowSystem(flows.transfer, SMALL, faults)).broken

it('the search finds no situation in which a transfer in one tab breaks a law (R385)', () => {
  const { situations, isExhaustive, broken: found } = search(new FlowSystem(flows.transfer, SMALL))
  expect(found).toEqual([])
  expect(isExhaustive).toBe(true)
  expect(situations).toBeGreaterThan(1_000)
})

/** The rows of docs/laws.md whose search takes less than a second, each with its number of situations. */
const STATED = [...readFileSync('docs/laws.md', 'utf8').matchAll(/^\| (\w+) \|.* \| ([\d,]+) \|$/gm)]
  .map(([, name = '', count = '']) => ({ name, count, size: Number(count.replaceAll(',', '')) }))
  .filter(({ size }) => size <= 4_000)

it('docs/laws.md has twelve rows that are searched in less than a second (R385)', () => {
  expect(STATED.map(({ name }) => name)).toEqual([
    'gameFill',
    'gameOpening',
    'gamePassword',
    'limitedTransfer',
    'plainSlipUpload',
    'plainGameFill',
    'plainGameOpening',
    'plainGamePassword',
    'plainBankTransfer',
    'registerByCode',
    'logout',
    'login',
  ])
})

it.each(STATED)('a search of $name visits as many situations as docs/laws.md states (R385)', ({ name, count }) => {
  const { situations, isExhaustive } = prove(name, false, [])
  expect(about(situations)).toBe(count)
  expect(isExhaustive).toBe(true)
})

it('if the client trusts a refusal sent before the change was processed, the search finds a completed transfer reported as refused (R385, R387)', () => {
  const EARLY = 'the client believes an answer given before the change was looked at'
  const [first] = broken([EARLY, 'the server judges the login before the key'])
  expect(first).toEqual({
    law: 'told refused',
    story: [
      'the player enters 1 baht, the minimum, then the player submits the transfer',
      'the request reaches the server: it makes the change',
      'the login ends',
      'a copy of the request, sent by the browser itself, reaches the server: the member is not signed in',
      'the answer to the request arrives: not signed in',
    ],
    end: 'the player has read that the change was refused; the server has made it once',
  })
})

it('a transfer breaks no law once the client’s fault is fixed, even if the server’s is not (R385, R387)', () => {
  expect(broken(['the server judges the login before the key'])).toEqual([])
})

it.each(SEEDED)('the search finds the seeded fault: $name (R385)', (seeded) => {
  expect(find(seeded).broken.map(({ law }) => law)).toContain(seeded.law)
})

it.each(SEEDED_SITES)(
  'the search finds a fault seeded into a page that has its own server model: $name (R206, R246, R248, R382, R385)',
  (seeded) => {
    expect(findOnSite(seeded).broken.map(({ law }) => law)).toContain(seeded.law)
  },
)
