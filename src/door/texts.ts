import { useSyncExternalStore } from 'react'
import type { Language } from '#contract/language.ts'

export type Texts = Record<string, unknown>
type Spoken = { language: Language; texts: Texts }

let spoken: Spoken = { language: 'th', texts: {} }
const listeners = new Set<() => void>()

/** Shows the prerendered page in a language: its own, or one chosen later. */
export function speak(language: Language, texts: Texts) {
  spoken = { language, texts }
  for (const listener of listeners) listener()
}

/** The door's language and texts. */
export const nowSpoken = (): Spoken => spoken

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The door's language and texts, for use in a view. */
export const useSpoken = (): Spoken => useSyncExternalStore(subscribe, nowSpoken, nowSpoken)

const isTexts = (value: unknown): value is Texts => typeof value === 'object' && value !== null

/** The text of a key such as `login.submit`, with its values filled in; for the key of an area, all its texts. */
export function textOf(texts: Texts, key: string, values: Record<string, unknown> = {}): unknown {
  const found = key.split('.').reduce<unknown>((area, name) => (isTexts(area) ? area[name] : undefined), texts)
  if (typeof found !== 'string') return found ?? key
  return found.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name]))
}
