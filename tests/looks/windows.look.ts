import { expect } from '@playwright/test'
import { LANGUAGES } from '#contract/language.ts'
import { statesOf } from './states.ts'
import { test } from './test.ts'
import { WINDOWS, windowName } from './windows.ts'

const views = WINDOWS.flatMap((window) => LANGUAGES.map((language) => ({ window, language })))
let count = 0

for (const [stem, states] of await statesOf()) {
  const first = count
  count += states.length
  test(`every state of ${stem} can be read and used in every window (WCAG 1.4.4, 1.4.10, 1.4.12, 2.4.7)`, async ({
    stage,
  }) => {
    test.setTimeout(600_000)
    for (const [at, state] of states.entries())
      await test.step(state, async () => {
        // without NIGHT, checks only every second state, each in the next combination of window and language
        const place = (first + at) / 2
        if (!process.env.NIGHT && !Number.isInteger(place)) return
        await stage.turnTo(stem, state)
        const seen = process.env.NIGHT ? views : views.slice(place % views.length).slice(0, 1)
        const found: string[] = []
        for (const { window, language } of seen) {
          await stage.speak(language)
          await stage.open(window)
          const faults = [...(await stage.faults()), ...(await stage.covered()), ...(await stage.ringless())]
          found.push(...faults.map((fault) => `${windowName(window)}, ${language}: ${fault}`))
        }
        expect.soft(found, `${stem}.${state}`).toEqual([])
      })
  })
}
