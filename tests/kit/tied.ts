/** The time limit for a server to close its database after its parent has ended, ms. */
const PATIENCE = 5000

// Plain JavaScript, so that a timed start of the built server does not load a type stripper.
const END_WITH_PARENT = `
  process.stdin
    .on('close', () => {
      setTimeout(() => process.exit(), ${PATIENCE}).unref()
      process.kill(process.pid, 'SIGTERM')
    })
    .resume()
    .unref()`

/**
 * Node arguments for a process that ends when its parent does, even if the parent is killed. The parent must hold the
 * process's stdin as a pipe.
 */
export const TIED: readonly string[] = ['--import', `data:text/javascript,${encodeURIComponent(END_WITH_PARENT)}`]
