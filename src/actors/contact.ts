import { operatorCalls } from '#contract/operator.ts'
import { contactMachine } from '#machines/contact.machine.ts'
import { request } from '#src/api/request.ts'
import { asking } from './call.ts'

/** The contact page joined to the backend. */
export const contactLogic = contactMachine.provide({
  actors: {
    lookup: asking(async (_: undefined, signal) => {
      const [contact, info] = await Promise.all([
        request(operatorCalls['lookup.contact'], {}, signal),
        request(operatorCalls['lookup.info'], {}, signal),
      ])
      return { ...contact, ...info }
    }),
  },
})
