import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react'
import type { VListHandle } from 'virtua'
import type { Conversation } from '#contract/chat.ts'

/** The list keeps following new messages while the player is within this distance of its end, in px. Source: R541. */
const AT_END = 60
/** Older messages are loaded when the player comes within this distance of the list's beginning, in px. */
const AT_BEGINNING = 200

type Ends = {
  /**
   * `newest` is the newest message, `own` the number of the player's unsent messages, and `count` the number of rows.
   */
  newest: Conversation | undefined
  own: number
  count: number
  /** Called when the player scrolls near the oldest loaded message. */
  onBeginning: () => void
}

/**
 * Scrolls a list to its end when a message is added, if the player was already at the end or has just written a
 * message. Otherwise, reports that there are newer messages below. Source: R541.
 */
export function useFollowing(ref: RefObject<VListHandle | null>, { newest, own, count, onBeginning }: Ends) {
  const isAtEnd = useRef(true)
  const offset = useRef(0)
  const [isBehind, setBehind] = useState(false)
  const before = useRef({ newest, own })
  const toEnd = useCallback(() => ref.current?.scrollToIndex(count - 1, { align: 'end' }), [ref, count])
  useLayoutEffect(() => {
    if (own > before.current.own) isAtEnd.current = true
    // the player's own message is not news to the player
    if (newest !== before.current.newest && newest?.sender === 'other' && !isAtEnd.current) setBehind(true)
    before.current = { newest, own }
    if (isAtEnd.current) toEnd()
  }, [newest, own, toEnd])
  const look = () => {
    const list = ref.current
    if (!list) return
    const isNear = list.scrollSize - list.scrollOffset - list.viewportSize <= AT_END
    // rows that turn out taller than estimated move the end down, so stop following only if the player scrolls up
    isAtEnd.current = isNear || (isAtEnd.current && list.scrollOffset >= offset.current)
    offset.current = list.scrollOffset
    if (isNear) setBehind(false)
    if (list.scrollOffset < AT_BEGINNING) onBeginning()
  }
  const follow = () => {
    if (isAtEnd.current) toEnd()
    const list = ref.current
    if (list && list.viewportSize > 0 && list.scrollSize < list.viewportSize + AT_BEGINNING) onBeginning()
  }
  return { isBehind, toEnd, follow, look }
}
