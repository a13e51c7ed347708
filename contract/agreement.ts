import type { OperatorTexts } from './operator.ts'

/**
 * Returns the 32-bit FNV-1a hash of the agreements, in hex. The hash changes whenever an agreement changes.
 * Source: D-03.
 */
export function agreementMark(list: OperatorTexts): string {
  let hash = 0x811c9dc5
  for (const char of list.join('\u0000')) {
    hash ^= char.codePointAt(0) ?? 0
    hash = Math.imul(hash, 0x01000193)
  }
  return (hash >>> 0).toString(16).padStart(8, '0')
}

/**
 * True if the agreements in `list` must be shown to a player. `seen` is the value that the player's browser stored when
 * they last agreed. Older builds stored `true` or `1`, which count as agreement to any list. Source: D-03.
 */
export const needsAgreement = (list: OperatorTexts, seen: string | null): boolean =>
  list.length > 0 && seen !== 'true' && seen !== '1' && seen !== agreementMark(list)
