import type { operatorCalls } from '#contract/operator.ts'
import type { Handlers } from '../call.ts'
import { AGREEMENTS, CONDITIONS, CONTACT, LINE, NOTICE } from '../operator.ts'
import { readSwitches } from '../switches.ts'

/** What the operator says to players, in their language. Flags go out as objects (D-29). Source: R306–R310, R316. */
export const operatorHandlers: Pick<Handlers, keyof typeof operatorCalls> = {
  'lookup.info': async (_, { settings }) => ({ name: settings.title, website: settings.siteUrl }),
  'lookup.contact': async (_, { language }) => ({ contactText: CONTACT[language], ...LINE }),
  'lookup.conditions': async (_, { language }) => [...CONDITIONS[language]],
  'lookup.agreements': async (_, { language }) => [...AGREEMENTS[language]],
  'lookup.notice': async (_, { language }) => NOTICE[language],
  'lookup.enableChatWidget': async (_, { db }) => ({ enableChatWidget: (await readSwitches(db)).enableChatWidget }),
}
