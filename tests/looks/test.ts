import { test as base } from '@playwright/test'
import { Stage } from './stage.ts'

/** A test of looks: those of one worker share one stage, as loading it takes longer than a look. */
export const test = base.extend<object, { stage: Stage }>({
  stage: [
    async ({ browser }, use) => {
      const stage = await Stage.open(browser, process.env.LOOKS_SITE ?? '')
      await use(stage)
      await stage.page.context().close()
    },
    { scope: 'worker' },
  ],
})
