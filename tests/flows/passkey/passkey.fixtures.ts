import { addAuthenticator } from '#e2e/pages/passkeys.ts'
import { type Arrange, type Fixtures, never } from '#e2e/paths/fixtures.ts'
import { stepUp } from '#e2e/paths/step-up.ts'
import type model from './passkey.model.ts'

const prepare = stepUp('passkey.prepare', 'passkey.continue')
const remove = stepUp('passkey.remove', 'passkey.remove')

/** Ends the path unless the member has this many passkeys, because only the browser can add one. */
const has =
  (count: number): Arrange =>
  async (app) => {
    const found = (await app.backend.passkeys()).length
    if (found !== count) await never('only the browser adds passkeys')(app)
  }

export default {
  as: 'newcomer',
  starts: {
    'the player opens the list of passkeys': async ({ backend, page }) => {
      await backend.removePasskeys()
      await addAuthenticator(page)
      await page.goto('/user/profile?dialog=passkeys')
    },
  },
  passing: ['creating'],
  answers: {
    'passkey.list': {
      'no passkeys': ({ backend }) => backend.removePasskeys(),
      'the phone’s passkey': has(1),
      'the passkeys of the laptop and the phone': has(2),
    },
    create: {
      'no passkey is created': never('the authenticator always answers, which passkey.e2e.ts changes'),
    },
  },
  children: {
    prepare: {
      'a passkey may be added': prepare.made,
      'refused: too many requests': prepare.refused('REQUEST_LIMIT'),
      ...prepare.unconfirmed,
    },
    create: { 'a passkey is created': async () => {} },
    remove: {
      'the passkey is removed': remove.made,
      'refused: the passkey was already removed': remove.refused('NO_DATA'),
      ...remove.unconfirmed,
    },
  },
  // names and times of the real passkeys
  beyond: /Windows|iOS|2026|Linux|ไม่ทราบชนิด/,
} satisfies Fixtures<typeof model>
