/** Resolves with the result of `work`, or rejects if that takes longer than `ms`. */
export function inTime<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout>
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(reject, ms, new Error(`nothing within ${ms} ms`))
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
