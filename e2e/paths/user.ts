import { onDisk } from './files.ts'
import type { AnyFixtures, It } from './fixtures.ts'

/** A file as the page has told of it. */
function fileOf(text: string, { info }: It) {
  const { name, url } = JSON.parse(text) as Record<'name' | 'url', string>
  return onDisk(info, name, Buffer.from(url.slice(url.indexOf(',') + 1), 'base64'))
}

/** The real mouse and keyboard, for the page. */
export async function lendHand(it: It, says: AnyFixtures['says']) {
  const { page } = it
  await page.exposeFunction('krapaoHand', async (deed: string, mark: string, value: string, name: string) => {
    const control = page.locator(`[data-hand="${mark}"]`).describe(name)
    // what is off is pressed all the same, as a player would
    if (deed === 'click') await control.click({ force: await control.isDisabled() })
    else if (deed === 'type') {
      await control.fill('')
      await control.pressSequentially((await says?.[value]?.(it)) ?? value)
    } else if (deed === 'choose') await control.selectOption(value)
    else if (deed === 'key') await page.keyboard.press(value)
    else if (deed === 'upload') await control.setInputFiles(fileOf(value, it))
    else throw new Error(`the hand cannot ${deed}`)
  })
}
