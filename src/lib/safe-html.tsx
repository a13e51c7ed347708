import type { DOMPurify } from 'dompurify'
import { use, useMemo } from 'react'
import { languageOf } from './language-of.ts'
import { safeUrl } from './safe-url.ts'

const TAGS = ['b', 'strong', 'i', 'em', 'p', 'br', 'ul', 'ol', 'li', 'h3', 'h4', 'span', 'a']
let loading: Promise<DOMPurify> | undefined

/** DOMPurify in its own chunk, configured once to allow links only where safeUrl does; a failed load can be retried. */
function load(): Promise<DOMPurify> {
  loading ??= import('dompurify').then(
    ({ default: purify }) => {
      purify.addHook('afterSanitizeAttributes', (node) => {
        if (node.tagName !== 'A') return
        const href = safeUrl(node.getAttribute('href') ?? '')
        if (!href) return node.removeAttribute('href')
        node.setAttribute('href', href)
        node.setAttribute('target', '_blank')
        node.setAttribute('rel', 'noopener noreferrer')
      })
      return purify
    },
    (error: unknown) => {
      loading = undefined
      throw error
    },
  )
  return loading
}

/**
 * Renders server text as markup: the only place that sets HTML. Use it inside a Suspense; nothing is rendered before
 * it is sanitised. DOMPurify's is the only Trusted Types policy. The text is marked with its own language, which may
 * differ from the page's.
 */
export function SafeHtml({ html }: { html: string }) {
  const purify = use(load())
  const clean = useMemo(
    () =>
      purify.sanitize(html, {
        ALLOWED_TAGS: TAGS,
        ALLOWED_ATTR: ['href'],
        ALLOW_DATA_ATTR: false,
        ALLOW_ARIA_ATTR: false,
        RETURN_TRUSTED_TYPE: true,
      }),
    [purify, html],
  )
  return <div className="rich" lang={languageOf(html)} dangerouslySetInnerHTML={{ __html: clean }} />
}
