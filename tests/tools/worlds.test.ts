import { expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import type { World } from '#e2e/paths/world.ts'
import { filesOf, loadModel, stems, urlOf } from '#tests/kit/models.ts'

const keys = (of: object = {}) => Object.keys(of)

test.each(stems)('the world of %s speaks of what its model has, and leads to every start', async (stem) => {
  const { default: world } = (await import(urlOf(filesOf(stem).fixtures).href)) as { default: World }
  const { config } = await loadModel(stem)
  const { starts, events } = config
  const outcomes = config.outcomes ?? {}
  expect(keys(world.starts).sort()).toEqual(keys(starts).sort())
  const words = Object.values<object>(events).flatMap(keys)
  expect(keys({ ...world.events, ...world.before }).filter((each) => !words.includes(each))).toEqual([])
  const asks = (id: string) => Object.hasOwn(calls, id) || Object.hasOwn(config.calls ?? {}, id)
  for (const part of [world.answers, world.children])
    for (const [id, cases] of Object.entries(part ?? {})) {
      // how a call fails, the model says
      const known = keys({ ...outcomes[id]?.done, ...(asks(id) ? {} : outcomes[id]?.error) })
      expect(keys(cases).filter((each) => !known.includes(each))).toEqual([])
    }
})
