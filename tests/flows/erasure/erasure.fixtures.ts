import { NEWCOMER } from '#e2e/pages/register.ts'
import type { Fixtures } from '#e2e/paths/fixtures.ts'
import type model from './erasure.model.ts'

export default {
  as: 'newcomer',
  starts: { 'the dialog “My data” is opened': ({ page }) => page.goto('/user/profile?dialog=data') },
  answers: {
    'data.erasure': {
      'no request': ({ backend }) => backend.keepData(),
      'a request of 20 November': ({ backend }) => backend.eraseData(),
    },
  },
  says: { demo1234: () => NEWCOMER.password },
  // the time of the real request, and the section for the copy
  beyond: /202\d|ดาวน์โหลดข้อมูล|ไฟล์/,
} satisfies Fixtures<typeof model>
