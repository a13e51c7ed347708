import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Returns a function that gives the address of a picture in `public/` under the name that the build in `dist` gave it, which
 * changes with the picture, so that browsers may keep it. It gives any other address as it is, such as an operator's own.
 */
export function sitePictures(dist: string | undefined): (address: string) => string {
  const list = dist && join(dist, '.vite/pictures.json')
  const names = new Map<string, string>(list && existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : [])
  return (address) => names.get(address) ?? address
}
