import { describe, expect, test } from 'vitest'
import { isContended, type Ticks, ticksOf } from '#tests/run/load.ts'

/** Returns the line in `/proc/PID/stat` for a process that has used `ticks`, split equally among the four counters. */
const statOf = (id: number, name: string, parent: number, ticks: number) =>
  `${id} (${name}) S ${parent} 1 1 0 -1 4194304 97 0 0 0 ${ticks / 4} ${ticks / 4} ${ticks / 4} ${ticks / 4} 20 0 1`
const MACHINE = 'cpu  100 20 30 800 40 5 6 7 0 0\ncpu0 50 10 15 400 20 2 3 4 0 0\n'

describe('CPU times', () => {
  test('count waiting for a disk as idle, and time taken by another virtual machine as busy', () => {
    expect(ticksOf(MACHINE, [], 1)).toEqual({ own: 0, busy: 168, idle: 840 })
  })

  test('of the runner include those of all its descendant processes', () => {
    const stats = [statOf(9, 'node', 1, 4), statOf(12, 'vitest (fork)', 30, 8), statOf(30, 'sh', 9, 16)]
    expect(ticksOf(MACHINE, stats, 9).own).toBe(28)
  })

  test('of the runner include PostgreSQL, but no other processes', () => {
    const stats = [statOf(9, 'node', 1, 4), statOf(10, 'node', 1, 40), statOf(11, 'postgres', 1, 8)]
    expect(ticksOf(MACHINE, stats, 9).own).toBe(12)
  })
})

/** Returns a first sample, and one more for each step. A step is the difference from the previous sample. */
function samplesOf(...steps: readonly Ticks[]): Ticks[] {
  const samples = [{ own: 50, busy: 90, idle: 70 }]
  for (const step of steps) {
    const { own, busy, idle } = samples.at(-1) ?? step
    samples.push({ own: own + step.own, busy: busy + step.busy, idle: idle + step.idle })
  }
  return samples
}

describe('a stage counts', () => {
  test('as slowed down if other processes used a third as much CPU time as the stage while no core was free', () => {
    expect(isContended(samplesOf({ own: 300, busy: 400, idle: 0 }))).toBe(true)
  })

  test('as not slowed down if other processes used a quarter as much CPU time as the stage', () => {
    expect(isContended(samplesOf({ own: 320, busy: 400, idle: 0 }))).toBe(false)
  })

  test('as not slowed down if a core was free', () => {
    expect(isContended(samplesOf({ own: 100, busy: 300, idle: 100 }))).toBe(false)
  })

  test('as slowed down if other processes ran for most of its duration', () => {
    const [alone, together] = [
      { own: 400, busy: 400, idle: 0 },
      { own: 200, busy: 400, idle: 0 },
    ]
    expect(isContended(samplesOf(alone, alone, together))).toBe(false)
    expect(isContended(samplesOf(alone, together, together))).toBe(true)
  })

  test('as not slowed down if the CPU times of processes that have exited are missing in one interval', () => {
    const lost = { own: -900, busy: 400, idle: 0 }
    const alone = { own: 400, busy: 400, idle: 0 }
    expect(isContended(samplesOf(alone, alone, lost, alone, alone))).toBe(false)
  })

  test('as not slowed down on a machine that provides no CPU times', () => {
    expect(isContended([])).toBe(false)
  })
})
