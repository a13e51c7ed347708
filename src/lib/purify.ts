import type { DOMPurify } from 'dompurify'
import { safeUrl } from './safe-url.ts'

/** The load of DOMPurify, in progress or complete. All texts share it. */
let loading: Promise<DOMPurify> | undefined

/**
 * Loads DOMPurify from its own chunk and configures it once, so that only links accepted by safeUrl keep their address.
 * A failed load can be retried.
 */
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
      // lets React read the value synchronously, so that texts rendered later have their full height immediately
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
 * Waits for a reply that contains markup and for DOMPurify in parallel. Otherwise the page would appear first and grow
 * once the texts are rendered. If DOMPurify fails to load, SafeHtml reports it.
 */
export async function withPurify<T>(reply: Promise<T>): Promise<T> {
  const [found] = await Promise.all([reply, loadPurify().catch(() => undefined)])
  return found
}
