import { createLink } from '@tanstack/react-router'
import { Anchor } from './anchor.tsx'

/** A router link styled as a button. */
export const ButtonLink = createLink(Anchor)
