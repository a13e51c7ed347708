/** Upload progress, in bytes. */
export type OnProgress = (sent: number, size: number) => void

/** Works like `fetch`, but also reports the progress of an upload, which `fetch` cannot do. Rejects like `fetch`. */
export function upload(url: string, { method = 'POST', headers, body, signal }: RequestInit, onProgress: OnProgress) {
  return new Promise<Response>((done, failed) => {
    const xhr = new XMLHttpRequest()
    const broken = () => failed(signal?.reason ?? new TypeError('no answer'))
    xhr.open(method, url)
    for (const [name, value] of new Headers(headers)) xhr.setRequestHeader(name, value)
    xhr.responseType = 'text'
    xhr.upload.onprogress = ({ loaded, total }) => onProgress(loaded, total)
    xhr.onload = () => {
      const date = xhr.getResponseHeader('Date')
      done(new Response(xhr.responseText || null, { status: xhr.status, headers: date ? { Date: date } : {} }))
    }
    xhr.onerror = broken
    xhr.onabort = broken
    signal?.addEventListener('abort', () => xhr.abort(), { once: true })
    if (signal?.aborted) broken()
    else xhr.send(body as XMLHttpRequestBodyInit)
  })
}
