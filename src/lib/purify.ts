import type { DOMPurify } from 'dompurify'
import { safeUrl } from './safe-url.ts'

/** One load for all texts that wait for it. */
let loading: Promise<DOMPurify> | undefined

/** DOMPurify in its own chunk, configured once to allow links only where safeUrl does; a failed load can be retried. */
export function loadPurify(): Promise<DOMPurify> {
  if (loading) return loading
  const promise: Promise<DOMPurify> = import('dompurify').then(
    ({ default: purify }) => {
      purify.addHook('afterSanitizeAttributes', (node) => {
        if (node.tagName !== 'A') return
        const href = safeUrl(node.getAttribute('href') ?? '')
        if (!href) return node.removeAttribute('href')
        node.setAttribute('href', href)
        node.setAttribute('target', '_blank')
        node.setAttribute('rel', 'noopener noreferrer')
      })
      // lets React read the value synchronously, so that later texts render at their full height immediately
      Object.assign(promise, { status: 'fulfilled', value: purify })
      return purify
    },
    (error: unknown) => {
      loading = undefined
      throw error
    },
  )
  loading = promise
  return promise
}

/**
 * Waits for DOMPurify along with a reply that has markup: otherwise the page would be shown first and then grow. SafeHtml
 * reports a failed load.
 */
export async function withPurify<T>(reply: Promise<T>): Promise<T> {
  const [found] = await Promise.all([reply, loadPurify().catch(() => undefined)])
  return found
}
