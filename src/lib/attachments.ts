/** The files of unsent messages. A file is not plain data, so no context may hold it. */
const files = new Map<string, { file: File; url: string | null }>()

/** Stores a file under a name until it is removed. */
export const storeFile = (name: string, file: File): unknown => files.set(name, { file, url: null })

/** The stored file. */
export const fileUnder = (name: string): File | undefined => files.get(name)?.file

/** An object URL for the stored picture or video, or null if no file is stored. */
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
