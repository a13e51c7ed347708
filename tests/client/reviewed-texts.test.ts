import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import en from '#locales/en.json' with { type: 'json' }
import la from '#locales/la.json' with { type: 'json' }
import th from '#locales/th.json' with { type: 'json' }

const page = readFileSync(new URL('./reviewed-texts.md', import.meta.url), 'utf8')
/** The key and the Thai, Lao and English texts of each row. */
const rows = page
  .split('\n')
  .filter((line) => /^\| \w+\.\S+ \|/.test(line))
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )

const textAt = (texts: object, key: string) => {
  const text = key.split('.').reduce((part: unknown, name) => (part as Record<string, unknown>)[name], texts)
  return String(text).replace(/\s+/g, ' ').trim()
}

const keysOf = (texts: object, path: string): string[] =>
  Object.entries(texts).flatMap(([name, text]) =>
    typeof text === 'string' ? [path + name] : keysOf(text, `${path}${name}.`),
  )

it.each([
  ['th', th, 1],
  ['la', la, 2],
  ['en', en, 3],
] as const)(
  'the %s texts on money, confirmations, statuses, errors, unknown outcomes and the account match the reviewed ones',
  (_, texts, column) => {
    expect(rows.length).toBeGreaterThan(590)
    const reviewed = Object.fromEntries(rows.map((row) => [row[0], row[column]]))
    expect(Object.fromEntries(rows.map(([key = '']) => [key, textAt(texts, key)]))).toEqual(reviewed)
  },
)

it.each(['recover', 'devices', 'events', 'stepUp', 'passkey', 'care', 'data'] as const)(
  'every text about %s was reviewed',
  (area) => {
    const reviewed = rows.map(([key]) => key)
    expect(keysOf(th[area], `${area}.`).filter((key) => !reviewed.includes(key))).toEqual([])
  },
)
