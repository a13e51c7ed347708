import { expect, test } from 'vitest'
import { type CallName, calls } from '#contract/calls.ts'
import { areaOf, choosePairs, fits } from '#e2e/pages/pairs.ts'
import { FAULT_KINDS } from '#server/demo/sandbox/faults.ts'

const names = Object.keys(calls) as CallName[]
const pairs = choosePairs(names, FAULT_KINDS)

test('the chosen pairs of a call and a fault combine every kind of fault with both a read and a change (R386–R391)', () => {
  expect(new Set(pairs.map(({ name, fault }) => `${fault} ${calls[name].kind}`))).toEqual(
    new Set(FAULT_KINDS.flatMap((fault) => [`${fault} read`, `${fault} change`])),
  )
  expect(pairs.filter((pair) => !fits(pair))).toEqual([])
})

test('the chosen pairs of a call and a fault cover every product area, access level and method (R386–R391)', () => {
  const chosen = pairs.map(({ name }) => name)
  expect(new Set(chosen.map(areaOf))).toEqual(new Set(names.map(areaOf)))
  expect(new Set(chosen.map((name) => calls[name].access))).toEqual(new Set(['anyone', 'guest', 'member']))
  expect(new Set(chosen.map((name) => calls[name].method))).toEqual(new Set(['GET', 'POST', 'PUT', 'DELETE']))
  expect(chosen.some((name) => calls[name].form)).toBe(true)
})
