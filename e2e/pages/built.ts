import { readFileSync } from 'node:fs'

type Manifest = Record<string, { file: string; name?: string }>

/** Returns the address that a picture from public/ has in the build in `dist`. */
export function builtPicture(address: string): string {
  const names = new Map<string, string>(JSON.parse(readFileSync('dist/.vite/pictures.json', 'utf8')))
  return names.get(address) ?? address
}

/** Returns the addresses of the files in `dist` that `isWanted` selects by source path or by chunk name. */
export function built(isWanted: (source: string, name: string) => boolean, dist = 'dist'): string[] {
  const manifest = JSON.parse(readFileSync(`${dist}/.vite/manifest.json`, 'utf8')) as Manifest
  const files = Object.entries(manifest).filter(([source, { name = '' }]) => isWanted(source, name))
  return files.map(([, { file }]) => `/${file}`)
}
