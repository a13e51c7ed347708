/** The time limit for a server to close its database once its parent is gone, ms. */
const PATIENCE = 5000

// Plain JavaScript, so that a measured start of the built server loads nothing that strips types.
const END_WITH_PARENT = `
  process.stdin
    .on('close', () => {
      setTimeout(() => process.exit(), ${PATIENCE}).unref()
      process.kill(process.pid, 'SIGTERM')
    })
    .resume()
    .unref()`

/**
 * Arguments of Node for a process that ends when its parent does, also when the parent is killed and can end nothing. The
 * parent holds the stdin of the process, which must be a pipe.
 */
export const TIED: readonly string[] = ['--import', `data:text/javascript,${encodeURIComponent(END_WITH_PARENT)}`]
