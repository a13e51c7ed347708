import { useSelector } from '@xstate/react'
import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import { VList, type VListHandle } from 'virtua'
import { type Conversation, conversationId } from '#contract/chat.ts'
import { contentOf } from '#contract/chat-content.ts'
import { idsOf } from '#machines/lib/chat-messages.ts'
import { Button } from '#src/components/button.tsx'
import { StatusIcon } from '#src/components/status-icon.tsx'
import { formatDay } from '#src/lib/format.ts'
import { useTexts } from '#src/lib/i18n.ts'
import { languageOf } from '#src/lib/language-of.ts'
import css from './chat.module.css'
import { ChatItemRow } from './chat-item-row.tsx'
import { ChatRow } from './chat-row.tsx'
import { gist } from './gist.ts'
import type { Box, History } from './types.ts'
import { useFollowing } from './use-following.ts'

/** The distance beyond the visible area within which rows are rendered, in px. */
const AHEAD = 120

/**
 * Shows the conversation, followed by the unsent messages. Only the rows in or near the visible area are rendered.
 * Source: R187–R193, R245, R537, R541.
 */
export function ChatMessages({ history, box }: { history: History; box: Box }) {
  const { t } = useTexts()
  const messages = useSelector(history, (s) => s.context.messages)
  const items = useSelector(box, (s) => s.context.items)
  const rows = useMemo(() => [...messages, ...items], [messages, items])
  const ids = useMemo(() => idsOf(messages), [messages])
  const list = useRef<VListHandle>(null)
  const newest = messages.at(-1)
  const { isBehind, toEnd, follow, look } = useFollowing(list, {
    newest,
    own: items.length,
    count: rows.length,
    onBeginning: () => {
      const more = { type: 'history.more' } as const
      if (history.getSnapshot().matches('waiting') && history.getSnapshot().can(more)) history.send(more)
    },
  })
  // when older messages are added above, the visible ones must not move
  const first = messages[0] ? conversationId(messages[0]) : null
  const [before, setBefore] = useState(first)
  useLayoutEffect(() => setBefore(first), [first])
  return (
    <div className={css.history}>
      <Fetching history={history} isAlone={rows.length === 0} />
      <VList
        ref={list}
        className={css.list}
        tabIndex={0}
        role="region"
        aria-label={t('chat.log')}
        data={rows}
        bufferSize={AHEAD}
        shift={before !== null && first !== before}
        onScroll={look}
        onResize={follow}
      >
        {(row, at) =>
          'ref' in row ? (
            <ChatItemRow key={`item-${row.clientId}`} actor={row.ref} clientId={row.clientId} />
          ) : (
            <ChatRow key={ids[at] ?? ''} said={row} day={dayBefore(messages[at - 1], row)} box={box} />
          )
        }
      </VList>
      {isBehind ? (
        <div className={css.newer}>
          <Button
            size="s"
            tone="cool"
            icon="chevron-down"
            onPointerDown={(event) => event.preventDefault() /* keeps the on-screen keyboard open */}
            onClick={toEnd}
          >
            {t('chat.newest')}
          </Button>
        </div>
      ) : null}
      <Announcer newest={newest} />
    </div>
  )
}

/** Returns the day of a message, or null if the previous message is from the same day. */
function dayBefore(before: Conversation | undefined, { createdAt }: Conversation) {
  const day = formatDay(createdAt)
  return before && formatDay(before.createdAt) === day ? null : day
}

/** Shows that messages are loading or failed to load. `isAlone` is true if no messages are visible yet. */
function Fetching({ history, isAlone }: { history: History; isAlone: boolean }) {
  const { t } = useTexts()
  const isEarly = useSelector(history, (s) => s.matches('early'))
  const isLoading = useSelector(history, (s) => s.hasTag('busy'))
  const isFailed = useSelector(history, (s) => s.hasTag('failed'))
  const place = isAlone ? css.empty : css.fetching
  if (isLoading)
    return (
      <p role="status" className={place}>
        {t('state.loading')}
      </p>
    )
  if (!isFailed) return isAlone ? <Beginning /> : null
  return (
    <div className={isAlone ? css.empty : css.olderFailed}>
      <p role="alert">{t(isEarly ? 'chat.historyFailed' : 'chat.olderFailed')}</p>
      <Button size="s" onClick={() => history.send({ type: 'history.more' })}>
        {t('action.retry')}
      </Button>
    </div>
  )
}

/** Shown while a conversation has no messages yet. */
function Beginning() {
  const { t } = useTexts()
  return (
    <div className={css.empty}>
      <StatusIcon icon="chat" tone="cool" size="l" />
      <p>{t('chat.empty')}</p>
    </div>
  )
}

/**
 * Announces new messages from support to screen readers. Rows that become visible by scrolling are not announced again.
 */
function Announcer({ newest }: { newest: Conversation | undefined }) {
  const { t } = useTexts()
  const said = newest?.sender === 'other' ? gist(t, contentOf(newest.message)) : ''
  return (
    <div role="log" aria-live="polite" className="visually-hidden" lang={languageOf(said)}>
      {said}
    </div>
  )
}
