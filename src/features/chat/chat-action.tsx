import type { ChatButton } from '#contract/chat-content.ts'
import type { ChatItem } from '#machines/chat-item.ts'
import { Icon } from '#src/components/icon.tsx'
import { languageOf } from '#src/lib/language-of.ts'
import { serverUrl } from '#src/lib/safe-url.ts'
import css from './chat.module.css'

type Props = { button: ChatButton; onAnswer: (item: ChatItem) => void; isChip?: boolean }

/** A number as a phone dials it; null of what is none. */
function dialOf(payload: string): string | null {
  const number = payload.replace(/[\s()-]/g, '')
  return /^\+?[\d*#]{2,20}$/.test(number) ? `tel:${number}` : null
}

/** What pressing it says: its text, or behind it what support wants to know. */
const answerOf = ({ title, type, payload }: ChatButton): ChatItem =>
  type === 'postback'
    ? { type: 'postback', message: title, payload }
    : { type: 'text', message: payload.trim() || title }

/** A button of a message: it opens a page, dials, or answers; one that leads nowhere safe does nothing. Source: R195. */
export function ChatAction({ button, onAnswer, isChip = false }: Props) {
  const { title, type, payload } = button
  const look = { className: isChip ? css.chip : css.action, lang: languageOf(title) }
  if (type !== 'web' && type !== 'call')
    return (
      <button {...look} type="button" onClick={() => onAnswer(answerOf(button))}>
        {isChip ? null : <Icon name="reply" size="s" />}
        {title}
      </button>
    )
  const href = type === 'web' ? serverUrl(payload) : dialOf(payload)
  const face = (
    <>
      <Icon name={type === 'web' ? 'external' : 'phone'} size="s" />
      {title}
    </>
  )
  if (!href)
    return (
      <span {...look} data-off="">
        {face}
      </span>
    )
  return (
    <a {...look} href={href} {...(type === 'web' && { target: '_blank', rel: 'noopener noreferrer' })}>
      {face}
    </a>
  )
}
