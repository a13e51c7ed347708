import { expect } from '@playwright/test'
import { LANGUAGES } from '#contract/language.ts'
import { loadModel, stems } from '../kit/models.ts'
import { nameOf, settledStates } from '../kit/states.ts'
import { faintTexts } from './contrast.ts'
import type { Stage } from './stage.ts'
import { test } from './test.ts'

const names = new Map<string, string[]>()
for (const stem of stems) {
  const { config } = await loadModel(stem)
  names.set(stem, settledStates(config.machine).map(nameOf))
}

/** Returns what is wrong with the state on stage, in Thai. Axe and the contrast judge it once, as languages differ by their texts alone. */
async function look(stage: Stage): Promise<string[]> {
  const found: Record<string, string[]> = {
    axe: await stage.violations(),
    contrast: await faintTexts(stage.page),
  }
  for (const language of ['th', 'la'] as const) {
    await stage.speak(language)
    found[`${language} 390`] = await stage.faults()
  }
  await stage.narrow()
  for (const language of LANGUAGES) {
    await stage.speak(language)
    found[`${language} 320`] = [...(await stage.faults()), ...stage.errors()]
  }
  return Object.entries(found).flatMap(([where, faults]) => faults.map((fault) => `${where}: ${fault}`))
}

for (const [stem, states] of names)
  test(`every state of ${stem} is legible and reachable (R13, WCAG 2.2 AA)`, async ({ stage }) => {
    for (const state of states)
      await test.step(state, async () => {
        const name = `${stem}.${state}`
        await stage.turnTo(stem, state)
        expect.soft(await look(stage), name).toEqual([])
      })
  })
