import { useLocation, useNavigate, useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'
import type { Video } from '#src/features/howto/videos.ts'

/** The dialogs of the home page, by their names in the URL. */
export const HOME_DIALOGS = ['deposit', 'withdraw', 'transfer', 'game', 'invite', 'refund'] as const

type Overlay =
  | { dialog: (typeof HOME_DIALOGS)[number]; game?: string; from?: string }
  | { dialog: 'password' | 'devices' | 'events' | 'passkeys' | 'data' | 'slips' }
  | { video: Video }
  | { popup: 'conditions' }
  | { chat: 'open' }

const isOnHome = (overlay: Overlay) => 'dialog' in overlay && HOME_DIALOGS.some((dialog) => dialog === overlay.dialog)

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** True if a press on this site opened the dialog. Closing the dialog then goes back in the history. */
    overlay?: boolean
  }
}

/**
 * Returns functions that open and close dialogs by changing the address, so that Back closes a dialog. The home page's
 * dialogs open on the home page, all others on the current page. A dialog opened by a deep link is closed by replacing
 * the address.
 */
export function useOverlay() {
  const navigate = useNavigate()
  const { history } = useRouter()
  const opened = useLocation({ select: ({ state }) => state.overlay === true })
  const open = useCallback(
    (overlay: Overlay) =>
      navigate({ to: isOnHome(overlay) ? '/user/home' : '.', search: overlay, state: { overlay: true } }),
    [navigate],
  )
  /**
   * Keeps the chat open, but removes its subject from the address, so that a reload does not insert the subject again.
   */
  const clearAbout = useCallback(
    () => navigate({ to: '.', search: { chat: 'open' }, replace: true, state: (kept) => kept }),
    [navigate],
  )
  const close = () => (opened ? history.back() : navigate({ to: '.', search: {}, replace: true }))
  return { open, close, clearAbout }
}
