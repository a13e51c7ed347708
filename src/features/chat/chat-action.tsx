import { defaultParseSearch, Link } from '@tanstack/react-router'
import { type ChatAnswer, canAnswer } from '#contract/chat.ts'
import type { ChatButton } from '#contract/chat-content.ts'
import { Icon } from '#src/components/icon.tsx'
import { languageOf } from '#src/lib/language-of.ts'
import { safeUrl } from '#src/lib/safe-url.ts'
import css from './chat.module.css'

type Props = { button: ChatButton; onAnswer: (answer: ChatAnswer) => void; isChip?: boolean }

/** Returns the `tel:` address of a phone number, or null if the payload is not a phone number. */
function dialOf(payload: string): string | null {
  const number = payload.replace(/[\s()-]/g, '')
  return /^\+?[\d*#]{2,20}$/.test(number) ? `tel:${number}` : null
}

/** Returns the answer that a button sends: its text, or its title together with a payload for support. */
const answerOf = ({ title, type, payload }: ChatButton): ChatAnswer =>
  type === 'postback'
    ? { type: 'postback', message: title, payload }
    : { type: 'text', message: payload.trim() || title }

/** Converts a path on this site to the form that the router expects. */
function placeOf(path: string) {
  const { pathname, search, hash } = new URL(path, 'https://here.invalid')
  return { to: pathname, search: defaultParseSearch(search), hash: hash.slice(1) }
}

/**
 * A button in a message. It opens a page, dials a number, or sends an answer. A page on this site opens in the same
 * tab, where the user stays signed in. A button whose address is unsafe, or whose text cannot be sent, does nothing.
 * Source: R195, R285–R286.
 */
export function ChatAction({ button, onAnswer, isChip = false }: Props) {
  const { title, type, payload } = button
  const look = { className: isChip ? css.chip : css.action, lang: languageOf(title) }
  const isLink = type === 'web' || type === 'call'
  const href = type === 'web' ? safeUrl(payload) : type === 'call' ? dialOf(payload) : null
  const isHere = href?.startsWith('/') ?? false
  const icon = type === 'call' ? 'phone' : isHere ? 'chevron-right' : isLink ? 'external' : 'reply'
  const face = (
    <>
      {isChip && icon === 'reply' ? null : <Icon name={icon} size="s" />}
      {title}
    </>
  )
  if (isLink ? !href : !canAnswer(answerOf(button)))
    return (
      <span {...look} data-off="">
        {face}
      </span>
    )
  if (!href)
    return (
      <button {...look} type="button" onClick={() => onAnswer(answerOf(button))}>
        {face}
      </button>
    )
  if (isHere)
    return (
      <Link {...look} {...placeOf(href)}>
        {face}
      </Link>
    )
  return (
    <a {...look} href={href} {...(type === 'web' && { target: '_blank', rel: 'noopener noreferrer' })}>
      {face}
    </a>
  )
}
