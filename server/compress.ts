import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { brotliCompressSync, constants, gzipSync, zstdCompressSync } from 'node:zlib'

/** The minimum size of a file that is compressed, in bytes. Below it, the headers outweigh the savings. */
const MIN_SIZE = 1024

/**
 * The compressor for each file extension, set to a high level. Brotli needs no option, because its highest level is the
 * default.
 */
const ENCODINGS = {
  br: brotliCompressSync,
  zst: (file: Buffer) => zstdCompressSync(file, { params: { [constants.ZSTD_c_compressionLevel]: 19 } }),
  gz: (file: Buffer) => gzipSync(file, { level: 9 }),
}

/**
 * Writes compressed copies next to each text file in `dir`, such as `app.js.br`, `app.js.zst` and `app.js.gz`. Skips
 * files smaller than `MIN_SIZE`.
 */
export function compressFiles(dir: string) {
  for (const path of globSync(`${dir}/**/*.{html,js,css,svg,vtt}`)) {
    const file = readFileSync(path)
    if (file.length < MIN_SIZE) continue
    for (const [ending, compress] of Object.entries(ENCODINGS)) writeFileSync(`${path}.${ending}`, compress(file))
  }
}
