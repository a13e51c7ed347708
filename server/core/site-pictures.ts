import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Returns a function that maps the address of an image in `public/` to its hashed address in the build in `dist`, so
 * that browsers may cache it. The function returns any other address unchanged, such as one that the operator has set.
 */
export function sitePictures(dist: string | undefined): (address: string) => string {
  const list = dist && join(dist, '.vite/pictures.json')
  const names = new Map<string, string>(list && existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : [])
  return (address) => names.get(address) ?? address
}
