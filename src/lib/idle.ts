/** Falls back to a delay of 200 ms in Safari, which has no requestIdleCallback. */
const whenIdle: (run: () => void) => unknown =
  globalThis.requestIdleCallback ?? ((run: () => void) => setTimeout(run, 200))

/** Resolves when the browser is idle. */
export const idle = () => new Promise<void>((done) => whenIdle(done))

/** True if the player has asked the browser to save data. */
export const savesData = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true
