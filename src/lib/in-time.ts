/** Waits for `work`, and rejects if that takes longer than `ms`. */
export const inTime = <T>(work: Promise<T>, ms: number): Promise<T> =>
  Promise.race([work, new Promise<never>((_, reject) => setTimeout(reject, ms, new Error(`nothing within ${ms} ms`)))])
