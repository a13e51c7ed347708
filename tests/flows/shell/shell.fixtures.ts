import type { Fixtures } from '#e2e/paths/fixtures.ts'
import type model from './shell.model.ts'

export default {
  as: 'newcomer',
  starts: { 'the site is opened': ({ home }) => home.open() },
  events: {
    'the connection is lost': ({ page }) => page.context().setOffline(true),
    'the connection is back': ({ page }) => page.context().setOffline(false),
    'a newer version is loaded': ({ send }) => send('version.found'),
  },
  // the dev server has no service worker: nothing has to take over
  passing: ['the player takes the newer version → version.changing'],
} satisfies Fixtures<typeof model>
