/** A test of the nightly run only: `NIGHT=1 npm run e2e`. */
export const NIGHT = '@night'
/** The shortest path through each flow: `npm run e2e -- --grep @smoke`. */
export const SMOKE = '@smoke'
/** A test of a reference backend's addition to the spec. */
export const REFERENCE = '@reference'
/** A test that by day runs on the plain backend only, because other tests show the same on the reference. */
export const PLAIN = '@plain'
