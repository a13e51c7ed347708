import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

const TEMP = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
/** The maximum number of requests until nginx must serve the address, one every 100 ms. */
const TRIES = 100

/**
 * Starts nginx with the lines of `http` in its `http` block and its files in `folder`. Once `address` responds
 * successfully, returns a function that stops nginx. Rejects if nginx exits before that or does not serve the address
 * in time.
 */
export async function startNginx(folder: string, http: string, address: string): Promise<() => Promise<void>> {
  const config = join(folder, 'nginx.conf')
  writeFileSync(
    config,
    `
daemon off;
# as root, nginx would read the files as another user; otherwise it ignores this
user root;
pid ${folder}/pid;
error_log stderr error;
events {}
http {
  access_log off;
${TEMP.map((name) => `  ${name}_temp_path ${folder}/${name};`).join('\n')}
${http}
}
`,
  )
  const nginx = spawn('nginx', ['-p', folder, '-c', config], { stdio: 'inherit' })
  const stop = async () => {
    if (nginx.kill('SIGTERM')) await once(nginx, 'exit')
  }
  let failure: string | undefined
  nginx.on('error', ({ message }) => (failure = message)).on('exit', (code) => (failure ??= `it ended with ${code}`))
  for (let tries = 0; tries < TRIES && !failure; tries++) {
    const reply = await fetch(address).catch(() => null)
    if (reply?.ok) return stop
    await new Promise((done) => setTimeout(done, 100))
  }
  await stop()
  throw new Error(`nginx does not serve ${address}: ${failure ?? 'no answer'}`)
}
