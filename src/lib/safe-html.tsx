import { use, useMemo } from 'react'
import { languageOf } from './language-of.ts'
import { loadPurify } from './purify.ts'

const TAGS = ['b', 'strong', 'i', 'em', 'p', 'br', 'ul', 'ol', 'li', 'h3', 'h4', 'span', 'a']
/**
 * Renders server text as markup: the only place that sets HTML. Use it inside a Suspense; nothing is rendered before
 * it is sanitised. DOMPurify's is the only Trusted Types policy. The text is marked with its own language, which may
 * differ from the page's.
 */
export function SafeHtml({ html }: { html: string }) {
  const purify = use(loadPurify())
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
