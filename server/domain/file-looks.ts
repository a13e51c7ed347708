/**
 * The characteristics of a file type. `name` matches the file name. The bytes from offset `at` begin with one of
 * `starts`, but not with `not`.
 */
type Look = { name: RegExp; at: number; starts: readonly string[]; not?: string }

const LOOKS = {
  'image/png': { name: /\.png$/i, at: 0, starts: ['\x89PNG\r\n\x1a\n'] },
  'image/jpeg': { name: /\.jpe?g$/i, at: 0, starts: ['\xff\xd8\xff'] },
  'image/gif': { name: /\.gif$/i, at: 0, starts: ['GIF87a', 'GIF89a'] },
  'video/mp4': { name: /\.(mp4|m4v)$/i, at: 4, starts: ['ftyp'], not: 'ftypqt  ' },
  // Older QuickTime files have no `ftyp` and may begin with any of the other atoms.
  'video/quicktime': { name: /\.(mov|qt)$/i, at: 4, starts: ['ftypqt  ', 'moov', 'mdat', 'wide', 'free', 'skip'] },
} satisfies Record<string, Look>
/** The file types recognised by their first bytes. */
type LooksType = keyof typeof LOOKS
/** Returns the media type if files of this type can be recognised by their first bytes, otherwise null. */
export const looksType = (type: string): LooksType | null => (Object.hasOwn(LOOKS, type) ? (type as LooksType) : null)

const HEAD = 16

/** True if a file's name and first bytes match its type. */
export async function looksLike(file: File, type: LooksType): Promise<boolean> {
  const { name, at, starts, not }: Look = LOOKS[type]
  const head = Buffer.from(await file.slice(at, at + HEAD).arrayBuffer()).toString('latin1')
  const isIt = starts.some((start) => head.startsWith(start)) && !(not && head.startsWith(not))
  return isIt && name.test(file.name)
}
