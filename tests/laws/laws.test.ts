import { expect, it } from 'vitest'
import { type Bounds, FlowSystem } from './flow.ts'
import { flows } from './flows.ts'
import { search } from './search.ts'
import type { Fault } from './server.ts'

const ONE_TAB: Bounds = { tabs: 1, confirms: 1, requests: 2, arrivals: 2, ends: 1, closings: 1 }
const broken = (faults: readonly Fault[]) => search(new FlowSystem(flows.transfer, ONE_TAB, faults)).broken

it('finds no situation of a transfer in one tab that breaks a law (R385)', () => {
  const { situations, isExhaustive, broken: found } = search(new FlowSystem(flows.transfer, ONE_TAB))
  expect(found).toEqual([])
  expect(isExhaustive).toBe(true)
  expect(situations).toBeGreaterThan(1_000)
})

it('tells how a login that ends makes a done transfer look refused, if early answers are believed (R385, R387)', () => {
  const EARLY = 'the client believes an answer given before the change was looked at'
  const [first] = broken([EARLY, 'the server judges the login before the key'])
  expect(first).toEqual({
    law: 'told refused',
    story: [
      'the player enters 1 baht, the minimum, the player transfers',
      'the request reaches the server: it makes the change',
      'the login ends',
      'the request reaches the server again, sent by the browser itself: the member is not signed in',
      'the answer to the request arrives: not signed in',
    ],
  })
})

it('needs only one of the two mends to keep the laws (R385, R387)', () => {
  expect(broken(['the server judges the login before the key'])).toEqual([])
})
