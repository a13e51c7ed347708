/** The time between two progress lines, in ms. */
const INTERVAL = 30_000

/**
 * Prints the progress of the first run of a batch, in which the tests run without a fault. Stryker prints nothing
 * during this run and has its own reporter only for the faults.
 */
export class FirstRun {
  readonly #print: (line: string) => void
  #timer: NodeJS.Timeout | undefined

  constructor(print: (line: string) => void = console.log) {
    this.#print = print
  }

  /** `batch`: the position of the batch, such as `1 of 2`. */
  start(batch: string, files: readonly string[]) {
    const since = performance.now()
    this.#print(`Batch ${batch}: ${files.join(', ')}`)
    this.#print(
      'First all tests that load these files run without a fault. For files of the server that takes minutes.',
    )
    this.#timer = setInterval(() => {
      this.#print(`The run without a fault has taken ${Math.round((performance.now() - since) / 1000)} s.`)
    }, INTERVAL)
  }

  /** Called by Stryker when the tests have run without a fault. */
  onDryRunCompleted({ result }: { result: { tests: readonly unknown[] } }) {
    this.stop()
    this.#print(`${result.tests.length} tests have passed without a fault. Now the faults are injected.`)
  }

  stop() {
    clearInterval(this.#timer)
  }
}

export const firstRun = new FirstRun()
/** The export that Stryker looks for when it loads this module as a plugin. */
export const strykerPlugins = [{ kind: 'Reporter', name: 'first-run', value: firstRun }]
