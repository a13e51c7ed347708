import { spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { tempFolder } from '#tests/kit/temp.ts'

/*
 * Runs WebKitGTK's driver at PORT on its own virtual screen, until SIGTERM.
 *
 * The settings disable animations, so that WebKitGTK reports `prefers-reduced-motion`. They are written for GTK 3
 * (Debian 12) and GTK 4 (Debian 13).
 */

const settings = tempFolder('webkit')
for (const gtk of ['gtk-3.0', 'gtk-4.0']) {
  mkdirSync(join(settings, gtk))
  writeFileSync(join(settings, gtk, 'settings.ini'), '[Settings]\ngtk-enable-animations=0\n')
}
const driver = spawn(
  'xvfb-run',
  ['-a', '-s', '-screen 0 1600x1200x24', 'WebKitWebDriver', `--port=${process.env.PORT}`],
  // runs in its own process group, because xvfb-run leaves its programs running when it is stopped
  { stdio: 'inherit', env: { ...process.env, XDG_CONFIG_HOME: settings }, detached: true },
)
driver.on('exit', (code) => process.exit(code ?? 1))
process.on('SIGTERM', () => {
  if (driver.pid) process.kill(-driver.pid, 'SIGTERM')
})
