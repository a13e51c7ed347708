/**
 * The intervals that the product's own code has started but not cleared, and its listeners on targets that outlive a
 * view.
 */
const open = new Map<string, string>()
const ids = new WeakMap<object, number>()
let next = 0
const idOf = (thing: object) => {
  if (!ids.has(thing)) ids.set(thing, next++)
  return ids.get(thing)
}

/** The file of `src/` that made the call; null for a library, a test or the browser itself. */
const caller = () => /\/src\/[^?:\s)]+/.exec(new Error().stack?.split('\n')[3] ?? '')?.[0] ?? null
/** False for a target such as an element or a signal, because its listeners disappear with it. */
const lasts = (target: EventTarget) =>
  !(target instanceof Element || target instanceof AbortSignal || target instanceof XMLHttpRequest)

type Options = boolean | AddEventListenerOptions | undefined
const nameOf = (target: EventTarget, type: string, listener: object, options: Options) => {
  const isCapture = typeof options === 'object' ? options.capture === true : options === true
  return `${idOf(target)} ${type} ${idOf(listener)} ${isCapture}`
}

/** Starts recording the listeners that this page adds and removes, and the intervals that it starts and clears. */
export function watchLeftovers() {
  const { addEventListener, removeEventListener } = EventTarget.prototype
  const { setInterval: begin, clearInterval: end } = window
  EventTarget.prototype.addEventListener = function (this: EventTarget | undefined, type, listener, options) {
    const target = this ?? window
    const from = listener && lasts(target) ? caller() : null
    if (from && listener) {
      const name = nameOf(target, type, listener, options)
      open.set(name, `${type} by ${from}`)
      if (typeof options === 'object') options.signal?.addEventListener('abort', () => open.delete(name))
    }
    addEventListener.call(target, type, listener, options)
  }
  EventTarget.prototype.removeEventListener = function (this: EventTarget | undefined, type, listener, options) {
    const target = this ?? window
    if (listener) open.delete(nameOf(target, type, listener, options as Options))
    removeEventListener.call(target, type, listener, options)
  }
  // the test page's window has its own copies of these functions
  window.addEventListener = EventTarget.prototype.addEventListener
  window.removeEventListener = EventTarget.prototype.removeEventListener
  window.setInterval = ((...given: Parameters<typeof begin>) => {
    const from = caller()
    const id = begin(...given)
    if (from) open.set(`interval ${id}`, `interval by ${from}`)
    return id
  }) as typeof begin
  window.clearInterval = (id) => {
    open.delete(`interval ${id}`)
    end(id)
  }
}

/**
 * Returns the listeners and intervals that were added since the last call and are not removed yet, each with the file
 * in `src/` that added it.
 */
export function leftovers(): string[] {
  const left = [...open.values()].sort()
  open.clear()
  return left
}
