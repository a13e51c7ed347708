import { OFFERS } from '#contract/offers.ts'
import { wire } from '#src/api/request.ts'
import { RULES } from './samples/settings.ts'

/** The reply of a backend that is open and offers everything. */
export const SITE = { terminated: null, offers: OFFERS, settings: RULES }

// Tests do not request the site's offers, except those that set their own answer.
wire.site = async () => SITE
