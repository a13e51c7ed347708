import { operatorCalls } from '#contract/operator.ts'
import { contactMachine } from '#machines/contact.machine.ts'
import { lookupMachine } from '#machines/lib/lookup.ts'
import { request } from '#src/api/request.ts'
import { HAS_CHAT } from '#src/lib/has-chat.ts'
import { requestActor } from './call.ts'

/** The contact page machine, connected to the backend. */
export const contactLogic = contactMachine.provide({
  actors: {
    lookup: requestActor(async (_: undefined, signal) => {
      const [contact, info] = await Promise.all([
        request(operatorCalls['lookup.contact'], {}, signal),
        request(operatorCalls['lookup.info'], {}, signal),
      ])
      return { ...contact, ...info }
    }),
  },
})

/**
 * Checks whether the contact page offers the chat. On a site without a chat backend, no request is sent. Source: R60,
 * R316.
 */
export const chatFlagLogic = lookupMachine<boolean>('chatFlag', 'Whether there is a chat.').provide({
  actors: {
    lookup: requestActor(async (_: undefined, signal) =>
      HAS_CHAT ? request(operatorCalls['lookup.enableChatWidget'], {}, signal) : false,
    ),
  },
})
