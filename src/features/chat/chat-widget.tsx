import { useSelector } from '@xstate/react'
import { useEffect, useRef } from 'react'
import { contentOf } from '#contract/chat-content.ts'
import { Icon } from '#src/components/icon.tsx'
import { useTexts } from '#src/lib/i18n.ts'
import { languageOf } from '#src/lib/language-of.ts'
import css from './chat.module.css'
import { ChatPanel } from './chat-panel.tsx'
import { gist } from './gist.ts'
import type { Chat } from './types.ts'

type Props = { actor: Chat; onOpen: () => void; onClose: () => void }

export type Opening = {
  isOpen: boolean
  /** The text to put into the chat's draft, if any. */
  about: string | undefined
  /** Called after the text has been put into the draft. */
  onBegun: () => void
}

/** Calls `onMissing` whenever the current user has no chat yet. */
export function useChatOf(actor: Chat | null, onMissing: () => void) {
  useEffect(() => {
    if (!actor) onMissing()
  }, [actor, onMissing])
}

/**
 * Applies the page's address to the chat. The address determines whether the panel is open and which text the draft
 * starts with. Source: R244, R584.
 */
export function useChatAt(actor: Chat, { isOpen, about, onBegun }: Opening) {
  useEffect(() => {
    if (!isOpen) return
    actor.send({ type: 'panel.open' })
    return () => actor.send({ type: 'panel.close' })
  }, [actor, isOpen])
  useEffect(() => {
    if (!isOpen || !about) return
    actor.send({ type: 'chat.begin', draft: about })
    onBegun()
  }, [actor, isOpen, about, onBegun])
}

/** Shows the chat button in the corner with its invitation, or the open panel. Source: R61–R62, R244, R540, D-52. */
export function ChatWidget({ actor, onOpen, onClose }: Props) {
  const button = useRef<HTMLButtonElement>(null)
  const isOpen = useSelector(actor, (s) => s.matches({ panel: 'open' }))
  const wasOpen = useRef(isOpen)
  // The focused element disappears with the panel, so the focus moves to the button, which was not rendered while the
  // panel was open.
  useEffect(() => {
    if (wasOpen.current && !isOpen) button.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen])
  if (isOpen) return <ChatPanel actor={actor} onClose={onClose} />
  return (
    <div className={css.launch}>
      <Bubble actor={actor} />
      <Launch actor={actor} ref={button} onOpen={onOpen} />
    </div>
  )
}

function Launch({
  actor,
  ref,
  onOpen,
}: Pick<Props, 'actor' | 'onOpen'> & { ref: React.RefObject<HTMLButtonElement | null> }) {
  const { t } = useTexts()
  const unread = useSelector(actor, (s) => s.context.unread)
  return (
    <button
      ref={ref}
      type="button"
      className={css.fab}
      aria-label={unread > 0 ? `${t('chat.open')}, ${t('chat.unread', { n: unread })}` : t('chat.open')}
      aria-haspopup="dialog"
      onClick={onOpen}
    >
      <Icon name="chat" />
      {unread > 0 ? <span className={css.count}>{unread > 99 ? '99+' : unread}</span> : null}
    </button>
  )
}

/**
 * The invitation next to the chat button, in Thai whatever the page's language. For 4 s after a message from support
 * arrives, it shows that message instead.
 */
function Bubble({ actor }: Pick<Props, 'actor'>) {
  const { t } = useTexts()
  const hint = useSelector(actor, (s) => s.context.hint)
  const said = hint && gist(t, contentOf(hint.message))
  return (
    <div role="status" className={css.bubble} data-new={said ? '' : undefined}>
      {said ? (
        <p lang={languageOf(said)}>{said}</p>
      ) : (
        <p lang="th" aria-hidden="true">
          {t('chat.bubble')}
        </p>
      )}
    </div>
  )
}
