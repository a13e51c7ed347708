import type { lookupCalls } from '#contract/lookup.ts'
import type { Handlers } from '../call.ts'
import { AGREEMENTS, CONDITIONS, WEBSITE } from '../operator.ts'
import { readSwitches } from '../switches.ts'

/** What the site says of itself. Flags go out as objects (D-29). Source: R306–R308, R314–R316. */
export const lookupHandlers: Pick<Handlers, keyof typeof lookupCalls> = {
  'lookup.info': async (_, { settings }) => ({ name: settings.title, website: WEBSITE }),
  'lookup.active': async (_, { db }) => ({ terminated: (await readSwitches(db)).terminated ? 'gone' : null }),
  'lookup.conditions': async (_, { language }) => [...CONDITIONS[language]],
  'lookup.agreements': async (_, { language }) => [...AGREEMENTS[language]],
  'lookup.registerOTP': async (_, { db }) => ({ registerOTP: (await readSwitches(db)).registerOTP }),
  'lookup.enableChatWidget': async (_, { db }) => ({ enableChatWidget: (await readSwitches(db)).enableChatWidget }),
}
