import type { operatorCalls } from '#contract/operator.ts'
import type { Db } from '#server/core/db.ts'
import { readSwitches } from '#server/core/switches.ts'
import { AGREEMENTS, CONDITIONS, CONTACT, LINE, NOTICE } from '#server/domain/operator.ts'
import type { Handlers } from './handler.ts'

const hasTexts = async (db: Db) => (await readSwitches(db)).operatorTexts

/** What the operator says to players, in their language. Flags go out as objects (D-29). Source: R306–R310, R316. */
export const operatorHandlers: Pick<Handlers, keyof typeof operatorCalls> = {
  'lookup.info': async (_, { db, settings }) => ({
    name: settings.title,
    website: (await hasTexts(db)) ? settings.siteUrl : '',
  }),
  'lookup.contact': async (_, { db, language }) => ({
    contactText: CONTACT[language],
    ...((await hasTexts(db)) ? LINE : {}),
  }),
  'lookup.conditions': async (_, { db, language }) => ((await hasTexts(db)) ? [...CONDITIONS[language]] : []),
  'lookup.agreements': async (_, { db, language }) => ((await hasTexts(db)) ? [...AGREEMENTS[language]] : []),
  'lookup.notice': async (_, { language }) => NOTICE[language],
  'lookup.enableChatWidget': async (_, { db }) => ({ enableChatWidget: (await readSwitches(db)).enableChatWidget }),
}
