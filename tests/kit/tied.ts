/** How long, in ms, a server may take to close its database after its parent process has ended. */
const PATIENCE = 5000

// Written in plain JavaScript, so that Node loads no type stripper when the start of the built server is timed.
const END_WITH_PARENT = `
  process.stdin
    .on('close', () => {
      setTimeout(() => process.exit(), ${PATIENCE}).unref()
      process.kill(process.pid, 'SIGTERM')
    })
    .resume()
    .unref()`

/**
 * Node arguments for a process that exits when its parent does, even if the parent is killed. The parent must connect
 * the process's stdin to a pipe.
 */
export const TIED: readonly string[] = ['--import', `data:text/javascript,${encodeURIComponent(END_WITH_PARENT)}`]
