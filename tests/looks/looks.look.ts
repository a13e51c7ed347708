import { expect, type TestInfo } from '@playwright/test'
import { LANGUAGES, type Language } from '#contract/language.ts'
import { faintParts } from './contrast.ts'
import { differences, take } from './picture.ts'
import { REVIEWED, readPictures, reviewedNames } from './reviewed-pictures.ts'
import type { Stage } from './stage.ts'
import { statesOf } from './states.ts'
import { test } from './test.ts'

const names = await statesOf()

/**
 * Returns the differences between the screen and its reviewed picture. If there are any, attaches the current
 * screenshot.
 */
async function compare(stage: Stage, name: string, language: (typeof REVIEWED)[number], info: TestInfo) {
  if (!reviewedNames.has(name)) return []
  const { picture, png } = await take(stage.page)
  const found = differences(readPictures(name)[language], picture)
  if (found.length > 0) await info.attach(`${name} in ${language}`, { body: png, contentType: 'image/png' })
  return found.map((each) => `${each} (after a review: npm run gallery -- --renew ${name})`)
}

/** All languages, starting with the last one in `REVIEWED`, because the screen already shows it. */
const FROM_LAST = [...new Set<Language>([...REVIEWED.toReversed(), ...LANGUAGES])]

/**
 * Returns the faults of the state on stage. The axe, contrast and color checks run only once, in Thai, because the
 * languages differ only in their texts.
 */
async function look(stage: Stage, name: string, info: TestInfo): Promise<string[]> {
  const found: Record<string, string[]> = {
    axe: await stage.violations(),
    contrast: await faintParts(stage.page),
    color: await stage.chosenByColor(),
  }
  for (const language of REVIEWED) {
    await stage.speak(language)
    found[`${language} 390`] = [...(await stage.faults()), ...(await compare(stage, name, language, info))]
  }
  await stage.narrow()
  for (const language of FROM_LAST) {
    await stage.speak(language)
    found[`${language} 320`] = [...(await stage.faults()), ...stage.errors()]
  }
  return Object.entries(found).flatMap(([where, faults]) => faults.map((fault) => `${where}: ${fault}`))
}

for (const [stem, states] of names)
  test(`every state of ${stem} is legible and reachable, and looks as reviewed (R13, WCAG 2.2 AA)`, async ({
    stage,
  }, info) => {
    for (const state of states)
      await test.step(state, async () => {
        const name = `${stem}.${state}`
        await stage.turnTo(stem, state)
        expect.soft(await look(stage, name, info), name).toEqual([])
      })
  })

test('every reviewed picture shows a state that exists', () => {
  const all = [...names].flatMap(([stem, states]) => states.map((state) => `${stem}.${state}`))
  expect([...reviewedNames].filter((name) => !all.includes(name))).toEqual([])
})
