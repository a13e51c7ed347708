import { createLink } from '@tanstack/react-router'
import { Anchor } from './button.tsx'

/** A router link that looks like a button. */
export const ButtonLink = createLink(Anchor)
