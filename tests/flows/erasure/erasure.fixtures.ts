import type { Fixtures } from '#e2e/paths/fixtures.ts'
import { stepUp } from '#e2e/paths/step-up.ts'
import type model from './erasure.model.ts'

const { made, refused, unconfirmed } = stepUp('data.erase', 'data.erasure.ask')

export default {
  as: 'newcomer',
  starts: { 'the player opens the dialog “My data”': ({ page }) => page.goto('/user/profile?dialog=data') },
  answers: {
    'data.erasure': {
      'there is no request': ({ backend }) => backend.keepData(),
      'a request made on 20 November': ({ backend }) => backend.eraseData(),
    },
  },
  children: {
    stepUp: {
      'the request is stored': made,
      'refused: too many requests': refused('REQUEST_LIMIT'),
      ...unconfirmed,
    },
  },
  // the time of the real request, and the section for downloading the data
  beyond: /202\d|ดาวน์โหลดข้อมูล|ไฟล์/,
} satisfies Fixtures<typeof model>
