import type { operatorCalls } from '#contract/operator.ts'
import type { HandlerContext } from '#server/core/context.ts'
import { AGREEMENTS, CONDITIONS, CONTACT, LINE, NOTICE } from '#server/domain/operator.ts'
import type { Handlers } from './handler.ts'

const hasTexts = async ({ db, switches }: HandlerContext) => (await switches(db)).operatorTexts

/** The operator's texts, in the player's language. Flags are sent as objects (D-29). Source: R306–R310, R316. */
export const operatorHandlers: Pick<Handlers, keyof typeof operatorCalls> = {
  'lookup.info': async (_, context) => ({
    name: context.settings.title,
    website: (await hasTexts(context)) ? context.settings.siteUrl : '',
  }),
  'lookup.contact': async (_, context) => ({
    contactText: CONTACT[context.language],
    ...((await hasTexts(context)) ? { ...LINE, lineQR: context.picture(LINE.lineQR) } : {}),
  }),
  'lookup.conditions': async (_, context) => ((await hasTexts(context)) ? [...CONDITIONS[context.language]] : []),
  'lookup.agreements': async (_, context) => ((await hasTexts(context)) ? [...AGREEMENTS[context.language]] : []),
  'lookup.notice': async (_, { language }) => NOTICE[language],
  'lookup.enableChatWidget': async (_, { db, switches }) => ({
    enableChatWidget: (await switches(db)).enableChatWidget,
  }),
}
