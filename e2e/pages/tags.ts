/** A test of the night run alone: `NIGHT=1 npm run e2e`. */
export const NIGHT = '@night'
