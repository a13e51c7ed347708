import type { Contact, Info } from '#contract/operator.ts'
import { contactMachine } from '#machines/contact.machine.ts'
import { defineModel } from '#tests/kit/model.ts'
import { noAnswer } from '#tests/kit/samples/failures.ts'
import { contact } from '#tests/kit/samples/operator.ts'

const { contactText, name } = contact
const textOnly: Contact & Info = { contactText, name, website: '' }

export default defineModel({
  machine: contactMachine,
  starts: { 'a visitor opens the contact page': undefined },
  events: { 'lookup.retry': { 'the player tries again': {} } },
  calls: { lookup: ['lookup.contact', 'lookup.info'] },
  outcomes: {
    lookup: {
      done: { 'the contact details': contact, 'only the contact text': textOnly },
      error: { 'no answer': noAnswer },
    },
  },
  facts: ({ found }) => ({ website: found?.website ?? null }),
  stories: {
    'The player looks up how to reach the operator': [
      'a visitor opens the contact page',
      'the server answers: the contact details',
    ],
  },
  cites: {
    lookup: 'R148, R149, R308, R310',
    shown: 'R56, R57, R58, R59',
  },
})
