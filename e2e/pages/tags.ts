/** A test that reads a request body or throttles the network, which Playwright supports only in Chromium. */
export const CHROMIUM = '@chromium'
/** A test that runs only at night: `NIGHT=1 npm run e2e`. */
export const NIGHT = '@night'
/** The shortest path through each flow: `npm run e2e -- --grep @smoke`. */
export const SMOKE = '@smoke'
/** A test of one of the reference backend's additions to the spec. */
export const REFERENCE = '@reference'
/**
 * A test that by day runs only on the plain backend, because other tests cover the same behaviour on the reference
 * backend.
 */
export const PLAIN = '@plain'
