const files = new Map<string, { file: File; url: string | null }>()

/** Lays a file down under a name, until it is taken away. */
export const layFile = (name: string, file: File): unknown => files.set(name, { file, url: null })

/** The file that lies there. */
export const fileUnder = (name: string): File | undefined => files.get(name)?.file

/** An address of this page at which the picture or video that lies there can be seen; null when none does. */
export function previewOf(name: string): string | null {
  const laid = files.get(name)
  if (!laid) return null
  laid.url ??= URL.createObjectURL(laid.file)
  return laid.url
}

/** Takes it away, and its address. */
export function clearFile(name: string) {
  const url = files.get(name)?.url
  if (url) URL.revokeObjectURL(url)
  files.delete(name)
}
