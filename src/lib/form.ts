/** Returns a multipart form with the given files and strings. */
export function formOf(input: Record<string, unknown>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(input)) form.append(name, value as Blob)
  return form
}
