import { type Fixtures, never } from '#e2e/paths/fixtures.ts'
import type model from './shell.model.ts'

export default {
  as: 'newcomer',
  starts: { 'the player opens the site': ({ home }) => home.open() },
  events: {
    'the connection is lost': ({ page, faults }) => {
      // the pending requests and the socket fail
      faults.allow(/net::ERR_INTERNET_DISCONNECTED/)
      return page.context().setOffline(true)
    },
    'the connection is back': ({ page }) => page.context().setOffline(false),
    'a newer version is loaded': ({ send }) => send('version.found'),
  },
  before: { 'the player switches to the newer version': never('the dev server has no service worker') },
} satisfies Fixtures<typeof model>
