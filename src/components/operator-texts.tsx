import type { OperatorTexts as Texts } from '#contract/operator.ts'
import { SafeHtml } from '#src/components/safe-html.tsx'
import { Unread } from './unread.tsx'

/** Renders the operator's texts one after another. A placeholder replaces an unreadable text. */
export function OperatorTexts({ texts }: { texts: Texts }) {
  return texts.map((html, at) => {
    const key = `${at} ${html}`
    return html === null ? (
      <p key={key}>
        <Unread />
      </p>
    ) : (
      <SafeHtml key={key} html={html} />
    )
  })
}
