import { createElement, type ReactNode, use, useMemo } from 'react'
import { languageOf } from '#src/lib/language-of.ts'
import { loadPurify } from '#src/lib/purify.ts'
import { KeptWords } from './no-break-text.tsx'

const TAGS = ['b', 'strong', 'i', 'em', 'p', 'br', 'ul', 'ol', 'li', 'h3', 'h4', 'span', 'a']
/**
 * Renders server text with its markup, after sanitising it. Use it inside Suspense, because it suspends until the
 * sanitiser has loaded. The text is marked with its own language, which may differ from the page's. Known words never
 * break across lines.
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
        RETURN_DOM_FRAGMENT: true,
      }),
    [purify, html],
  )
  return (
    <div className="rich" lang={languageOf(html)}>
      {childrenOf(clean)}
    </div>
  )
}

/**
 * Converts sanitised nodes to React elements. Returns null instead of an empty array, because React rejects any
 * children of void elements.
 */
function childrenOf({ childNodes }: Node): ReactNode {
  if (childNodes.length === 0) return null
  return Array.from(childNodes, (node, place) => {
    if (node instanceof Text) return <KeptWords key={place} text={node.data} />
    if (!(node instanceof Element)) return null
    const attributes = Object.fromEntries(Array.from(node.attributes, ({ name, value }) => [name, value]))
    return createElement(node.localName, { key: place, ...attributes }, childrenOf(node))
  })
}
