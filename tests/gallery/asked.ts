import { parseArgs } from 'node:util'
import { LANGUAGES, type Language } from '#contract/language.ts'
import { oneOf } from '../kit/one-of.ts'
import type { Size } from '../kit/sizes.ts'
import { SIZE_NAMES } from './address.ts'

/** The selected machines, languages and sizes. `renew` lists the states whose reviewed pictures will be replaced. */
export type Asked = {
  stems: readonly string[]
  languages: readonly Language[]
  sizes: readonly Size[]
  renew: readonly string[]
}

/** Returns the selected names, or all if none is selected. Throws if a name is unknown. */
function some<T extends string>(what: string, names: readonly string[], all: readonly T[]): readonly T[] {
  for (const name of names) oneOf(what, name, all)
  return names.length === 0 ? all : all.filter((each) => names.includes(each))
}

/** Parses the command line: machine names, `--lang` and `--size`, each repeatable, or `--renew` with a state name. */
export function asked(args: readonly string[], stems: readonly string[]): Asked {
  const many = { type: 'string', multiple: true, default: [] as string[] } as const
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { lang: many, size: many, renew: many },
    allowPositionals: true,
  })
  return {
    stems: some('machine', positionals, stems),
    languages: some('language', values.lang, LANGUAGES),
    sizes: some('size', values.size, SIZE_NAMES),
    renew: values.renew,
  }
}
