/** A test of the night run alone: `NIGHT=1 npm run e2e`. */
export const NIGHT = '@night'
/** The shortest way through each flow: `npm run e2e -- --grep @smoke`. */
export const SMOKE = '@smoke'
/** A test of something that the reference backend adds to the spec. */
export const REFERENCE = '@reference'
/** A test that by day runs on the plain backend only, as other tests show the same on the reference. */
export const PLAIN = '@plain'
