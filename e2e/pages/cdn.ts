import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readSettings } from '#server/core/settings.ts'
import { policyOf } from '#server/http/headers.ts'
import { inlineHashes } from '#server/http/static.ts'
import { startNginx } from '#tests/kit/nginx.ts'
import { tempFolder } from '#tests/kit/temp.ts'

/** Replaces placeholders in docs/site.nginx.conf. Throws if the file lacks one of them. */
function filled(text: string, values: Record<string, string>): string {
  return Object.entries(values).reduce((all, [name, value]) => {
    if (!all.includes(name)) throw new Error(`docs/site.nginx.conf does not have "${name}"`)
    return all.replace(name, value)
  }, text)
}

/**
 * A site whose files and API have different addresses, which the browser treats as two sites. The files are served by
 * nginx, as configured by docs/site.nginx.conf.
 */
export class Cdn {
  readonly #port: number
  /** The address of the API. */
  readonly api: string
  readonly #folder = tempFolder('cdn')
  #stop = async () => {}
  constructor(port: number, api: string) {
    this.#port = port
    this.api = api
  }

  /** The address of the pages. */
  get origin(): string {
    return `http://127.0.0.1:${this.#port}`
  }

  /** Builds the site for this API and serves it. */
  async start() {
    const dist = join(this.#folder, 'dist')
    const own = { VITE_API_URL: this.api }
    execFileSync(process.execPath, ['server/build.ts'], { env: { ...process.env, ...own, DIST_DIR: dist } })
    const site = filled(readFileSync('docs/site.nginx.conf', 'utf8'), {
      'listen 8080': `listen 127.0.0.1:${this.#port}`,
      '/srv/krapao/dist': dist,
      POLICY: policyOf(readSettings(own), inlineHashes(dist)),
    })
    const http = `include /etc/nginx/mime.types;\n${site}`
    this.#stop = await startNginx(this.#folder, http, `${this.origin}/login`)
  }

  /** Stops serving the site. */
  stop = () => this.#stop()
}
