import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** True if the tools for running WebKitGTK without a screen are installed. */
export function hasWebKit(): boolean {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return ['WebKitWebDriver', 'xvfb-run', 'xauth'].every((name) => folders.some((dir) => existsSync(join(dir, name))))
}
