import { test as base } from '@playwright/test'
import { Stage } from './stage.ts'

/**
 * The `test` of look tests. All tests of one worker share one stage, because loading a stage takes longer than a test.
 */
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
