import { LANGUAGES, type Language } from '#contract/language.ts'
import type { Size } from '../kit/sizes.ts'

export const SIZE_NAMES: readonly Size[] = ['phone', 'desktop']

/** The content to show: all machines, one machine, or a single state in a frame. */
export type Place = {
  language: Language
  size: Size
  machine: string | null
  show: { machine: string; state: string } | null
}

const oneOf = <T extends string>(all: readonly T[], text: string | null, other: T): T =>
  all.find((each) => each === text) ?? other

/** Parses an address; missing or invalid parts default to Thai, the phone size and all machines. */
export function placeOf(search: string): Place {
  const params = new URLSearchParams(search)
  const [, machine, state] = /^([^.]+)\.(.+)$/.exec(params.get('show') ?? '') ?? []
  return {
    language: oneOf(LANGUAGES, params.get('lang'), 'th'),
    size: oneOf(SIZE_NAMES, params.get('size'), 'phone'),
    machine: params.get('machine'),
    show: machine && state ? { machine, state } : null,
  }
}

/** The address of a place, relative to the site. */
export function addressOf({ language, size, machine, show }: Partial<Place>): string {
  const params = new URLSearchParams({
    ...(show ? { show: `${show.machine}.${show.state}` } : {}),
    ...(machine ? { machine } : {}),
    ...(language ? { lang: language } : {}),
    ...(size ? { size } : {}),
  })
  return `/gallery?${params}`
}
