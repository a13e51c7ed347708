/**
 * The files attached to unsent messages. They are kept here because a machine's context may hold only plain data, and a
 * file is not plain data.
 */
const files = new Map<string, { file: File; url: string | null }>()

/** Stores a file under a name until it is removed. */
export const storeFile = (name: string, file: File): unknown => files.set(name, { file, url: null })

/** Returns the file stored under a name. */
export const fileUnder = (name: string): File | undefined => files.get(name)?.file

/** Returns an object URL for the stored picture or video; null if no file is stored under this name. */
export function previewOf(name: string): string | null {
  const laid = files.get(name)
  if (!laid) return null
  laid.url ??= URL.createObjectURL(laid.file)
  return laid.url
}

/** Removes the file and its object URL. */
export function clearFile(name: string) {
  const url = files.get(name)?.url
  if (url) URL.revokeObjectURL(url)
  files.delete(name)
}

/** Removes all files. */
export function clearFiles() {
  for (const name of files.keys()) clearFile(name)
}
