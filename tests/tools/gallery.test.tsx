import { beforeAll, test } from 'vitest'
import { show } from '#tests/gallery/show.tsx'
import { speak } from '#tests/gallery/speak.ts'
import { drivers } from '#tests/kit/drivers.ts'
import { nameOf, settledStates } from '#tests/kit/states.ts'
import { still } from '#tests/kit/still.ts'
import { speakThai } from '#tests/kit/thai.ts'

beforeAll(async () => {
  await speakThai()
  still()
})

test.each([...drivers])('the gallery shows %s in all its states, in Lao', async (_, load) => {
  const driver = await load()
  for (const state of settledStates(driver.model.config.machine).map(nameOf)) {
    await speak('th')
    await show(driver, state)
    await speak('la')
  }
})
