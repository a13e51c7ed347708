import { createHash } from 'node:crypto'
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { tempFolder } from '../../tests/kit/temp.ts'

/** A copy of the built site that can be replaced by another version. */
export function releasedSite() {
  const dist = tempFolder('release')
  cpSync('dist', dist, { recursive: true })
  const textOf = (name: string) => readFileSync(join(dist, name), 'utf8')
  const hashOf = (text: string) => createHash('sha256').update(text).digest('base64')
  const [page, worker] = [textOf('index.html'), textOf('sw.js')]
  return {
    dist,
    /** Releases another version: the same site with the version's name in the page's head. */
    release(name: string) {
      const next = page.replace('</head>', `<meta name="release" content="${name}"></head>`)
      const files = {
        'index.html': next,
        'sw.js': worker.replace(hashOf(page), hashOf(next)).replace(/version:`[^`]*`/, `version:\`${name}\``),
      }
      for (const [file, text] of Object.entries(files)) {
        writeFileSync(join(dist, file), text)
        for (const ending of ['br', 'gz', 'zst']) rmSync(join(dist, `${file}.${ending}`), { force: true })
      }
    },
  }
}
