import * as v from 'valibot'
import { read } from './call.ts'
import { orEmpty, sometimes } from './field.ts'
import { flag } from './flag.ts'
import { none } from './lookup.ts'
import { rows } from './rows.ts'

/** A list of strings in simple HTML. An unreadable string is null. */
export type OperatorTexts = (string | null)[]

const optional = v.fallback(sometimes(v.string()), undefined)

/**
 * How to contact the operator. `contactText` is simple HTML, and `lineQR` is the address of a picture. Source: R149.
 */
export const Contact = v.object({
  contactText: orEmpty,
  lineLink: optional,
  lineName: optional,
  lineQR: optional,
})
export type Contact = v.InferOutput<typeof Contact>

/** The site's name and its address. Source: R148. */
export const Info = v.object({ name: v.string(), website: orEmpty })
export type Info = v.InferOutput<typeof Info>

/** The operator's texts for players. Source: R148–R154, R306–R310. */
export const operatorCalls = {
  'lookup.info': read('GET /api/lookup/info', none, Info, { access: 'anyone' }),
  'lookup.contact': read('GET /api/lookup/contact', none, Contact, { access: 'anyone' }),
  'lookup.conditions': read('GET /api/lookup/conditions', none, rows(v.string()), { access: 'anyone' }),
  'lookup.agreements': read('GET /api/lookup/agreements', none, rows(v.string())),
  /** The text contains a placeholder for a bonus's percentage (D-45). */
  'lookup.notice': read('GET /api/lookup/notice', none, v.string()),
  'lookup.enableChatWidget': read('GET /api/lookup/enableChatWidget', none, flag('enableChatWidget'), {
    access: 'anyone',
  }),
}
