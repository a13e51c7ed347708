import { dataDialog } from '#e2e/pages/data.ts'
import { NEWCOMER } from '#e2e/pages/register.ts'
import { type Fixtures, never } from '#e2e/paths/fixtures.ts'
import type model from './step-up.model.ts'

export default {
  as: 'newcomer',
  starts: {
    'the player asks for the erasure of their data': async ({ backend, page, t }) => {
      await backend.keepData()
      await page.goto('/user/profile?dialog=data')
      await dataDialog(page, t).ask.click()
    },
  },
  passing: ['asking.start'],
  known: ['hasPasskey'],
  answers: {
    hasPasskey: {
      'this browser has used a passkey': never('it has none, which passkey.e2e.ts adds'),
    },
  },
  says: { demo1234: () => NEWCOMER.password },
  // the texts of the data download section
  beyond: /202\d|ดาวน์โหลดข้อมูล|ไฟล์/,
} satisfies Fixtures<typeof model>
