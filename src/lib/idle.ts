/** Safari has no requestIdleCallback: there it is 200 ms later. */
const whenIdle: (run: () => void) => unknown =
  globalThis.requestIdleCallback ?? ((run: () => void) => setTimeout(run, 200))

/** Resolves when the browser is idle. */
export const idle = () => new Promise<void>((done) => whenIdle(done))

/** True if the player asked their browser to load no more than needed. */
export const savesData = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true
