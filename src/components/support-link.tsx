import { Link, useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'

type Props = {
  /** The text that asks the player to contact support. It is passed to the chat as its subject. */
  about: string
  children: ReactNode
}

/**
 * A link that opens the chat with `about` as its subject. For visitors, the chat opens in a new tab, so that a
 * half-filled form is not lost. Source: R584.
 */
export function SupportLink({ about, children }: Props) {
  const isMember = useLocation({ select: ({ pathname }) => pathname.startsWith('/user') })
  return isMember ? (
    <Link to="/user/contact" search={{ chat: 'open', about }} className="link inline">
      {children}
    </Link>
  ) : (
    <a
      href={`/contact?${new URLSearchParams({ chat: 'open', about })}`}
      className="link inline"
      target="_blank"
      rel="noopener noreferrer"
    >
      {children}
    </a>
  )
}
