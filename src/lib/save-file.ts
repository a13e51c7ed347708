/**
 * Makes the browser save a blob as a file. Throws if the browser cannot save files. Some in-app browsers, however,
 * ignore the request silently.
 */
export function saveFile(blob: Blob, name: string) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}
