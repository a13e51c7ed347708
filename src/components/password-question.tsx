import { type ReactNode, useRef } from 'react'
import { UnsureAlert } from './unsure-alert.tsx'

type Props = {
  isUnsure: boolean
  /** Says what is unknown. */
  unsure: string
  onConfirm: (password: string) => void
  onCheck: (password: string) => void
  onClose: () => void
  /** Draws the confirmation, which calls `confirm` with the typed password. */
  children: (confirm: (password: string) => void) => ReactNode
}

/** A confirmation until its outcome is known. Holds the password, so that checking again sends the same one. */
export function PasswordQuestion({ isUnsure, unsure, onConfirm, onCheck, onClose, children }: Props) {
  const password = useRef('')
  if (isUnsure) return <UnsureAlert text={unsure} onCheck={() => onCheck(password.current)} onClose={onClose} />
  return children((typed) => {
    password.current = typed
    onConfirm(typed)
  })
}
