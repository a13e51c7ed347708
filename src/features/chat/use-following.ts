import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import type { VListHandle } from 'virtua'

/** So near the end the newest messages are followed. Source: R541. */
const AT_END = 60
/** So near the beginning older messages are fetched. */
const AT_BEGINNING = 200

type Ends = {
  /** Id of the newest message, and how many of the player's own are still being sent. */
  newest: string | null
  own: number
  /** The player sees the first of what is there. */
  onBeginning: () => void
}

/** Follows the end of a list while the player is there or has just written; else says that it is behind. Source: R541. */
export function useFollowing(ref: RefObject<VListHandle | null>, { newest, own, onBeginning }: Ends) {
  const isAtEnd = useRef(true)
  const [isBehind, setBehind] = useState(false)
  const before = useRef({ newest, own })
  const toEnd = () => ref.current?.scrollTo(ref.current.scrollSize)
  const follow = () => {
    if (isAtEnd.current) toEnd()
    const list = ref.current
    if (list && list.viewportSize > 0 && list.scrollOffset < AT_BEGINNING) onBeginning()
  }
  useLayoutEffect(() => {
    if (own > before.current.own) isAtEnd.current = true
    if (newest !== before.current.newest && !isAtEnd.current) setBehind(true)
    before.current = { newest, own }
    if (isAtEnd.current) ref.current?.scrollTo(ref.current.scrollSize)
  }, [ref, newest, own])
  const look = () => {
    const list = ref.current
    if (!list) return
    isAtEnd.current = list.scrollSize - list.scrollOffset - list.viewportSize <= AT_END
    if (isAtEnd.current) setBehind(false)
    if (list.scrollOffset < AT_BEGINNING) onBeginning()
  }
  return { isBehind, toEnd, follow, look }
}
