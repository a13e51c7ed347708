import { onDisk } from './files.ts'
import type { AnyFixtures, It } from './fixtures.ts'

/** Saves a file that the page has encoded as text, and returns its path. */
function fileOf(text: string, { info }: It) {
  const { name, url } = JSON.parse(text) as Record<'name' | 'url', string>
  return onDisk(info, name, Buffer.from(url.slice(url.indexOf(',') + 1), 'base64'))
}

/** Exposes to the page a function that operates the real mouse and keyboard. */
export async function exposeUser(it: It, says: AnyFixtures['says']) {
  const { page } = it
  await page.exposeFunction('krapaoUser', async (deed: string, mark: string, value: string, name: string) => {
    const control = page.locator(`[data-user="${mark}"]`).describe(name)
    // a player can click a disabled control too
    if (deed === 'click') await control.click({ force: await control.isDisabled() })
    else if (deed === 'type') {
      await control.fill('')
      await control.pressSequentially((await says?.[value]?.(it)) ?? value)
    } else if (deed === 'choose') await control.selectOption(value)
    else if (deed === 'key') await page.keyboard.press(value)
    else if (deed === 'upload') await control.setInputFiles(fileOf(value, it))
    else throw new Error(`the user cannot ${deed}`)
  })
}
