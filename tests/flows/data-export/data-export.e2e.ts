import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { dataDialog } from '#e2e/pages/data.ts'
import { lookInAll } from '#e2e/pages/look.ts'
import { NEWCOMER } from '#e2e/pages/register.ts'
import { test } from '#e2e/pages/test.ts'

test.use({ as: 'newcomer', isLean: false })

test('a member saves a copy of their data from the profile (R610–R612, D-70)', async ({ page, profile, phone, t }) => {
  const data = dataDialog(page, t)
  await profile.open()
  await data.button.click()
  await expect(page).toHaveURL('/user/profile?dialog=data')
  await data.prepare.click()
  await expect(data.save).toBeVisible()
  await lookInAll(page, 'data-ready')
  const [download] = await Promise.all([page.waitForEvent('download'), data.save.click()])
  expect(download.suggestedFilename()).toBe('krapao-data.json')
  const text = await readFile(await download.path(), 'utf8')
  const copy = JSON.parse(text)
  expect(copy.profile).toEqual([expect.objectContaining({ username: phone })])
  expect(copy.sessions).toContainEqual(expect.objectContaining({ isCurrent: true }))
  expect(text).not.toContain(NEWCOMER.password)
})
