import { createLink } from '@tanstack/react-router'
import { Anchor } from './button.tsx'

/** A router link styled as a button. */
export const ButtonLink = createLink(Anchor)
