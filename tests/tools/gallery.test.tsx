import { beforeAll, test } from 'vitest'
import { show } from '#tests/gallery/show.tsx'
import { speak } from '#tests/gallery/speak.ts'
import { disableAnimations } from '#tests/kit/disable-animations.ts'
import { drivers } from '#tests/kit/drivers.ts'
import { nameOf, settledStates } from '#tests/kit/states.ts'

import { speakThai } from '#tests/kit/thai.ts'

beforeAll(speakThai)
beforeAll(disableAnimations)

test.each([...drivers])('the gallery shows %s in all its states, in Lao', async (_, load) => {
  const driver = await load()
  for (const state of settledStates(driver.model.config.machine).map(nameOf)) {
    await speak('th')
    await show(driver, state)
    await speak('la')
  }
})
