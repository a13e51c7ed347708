import { fromCallback } from 'xstate'
import { AWAY } from '#contract/limits.ts'

/** Sends `page.returned` when the page becomes visible after it was hidden for {@link AWAY} or longer. */
export const returns = fromCallback(({ sendBack }) => {
  const page = document
  let hiddenAt: number | null = page.hidden ? Date.now() : null
  function follow() {
    if (page.hidden) hiddenAt = Date.now()
    else if (hiddenAt !== null && Date.now() - hiddenAt >= AWAY) sendBack({ type: 'page.returned' })
  }
  page.addEventListener('visibilitychange', follow)
  return () => page.removeEventListener('visibilitychange', follow)
})
