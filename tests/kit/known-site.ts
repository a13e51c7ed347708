import { OFFERS } from '#contract/offers.ts'
import { wire } from '#src/api/request.ts'
import { RULES } from './samples/settings.ts'

/** The reply of a backend that is open and offers everything. */
export const SITE = { terminated: null, offers: OFFERS, settings: RULES }

// Answers the request for the site's offers, unless a test sets its own answer.
wire.site = async () => SITE
