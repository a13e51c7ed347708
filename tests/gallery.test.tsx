import { beforeAll, test } from 'vitest'
import { show } from './gallery/show.tsx'
import { speak } from './gallery/speak.ts'
import { drivers } from './kit/drivers.ts'
import { nameOf, settledStates } from './kit/states.ts'
import { still } from './kit/still.ts'
import { speakThai } from './kit/thai.ts'

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
