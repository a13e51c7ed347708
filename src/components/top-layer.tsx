import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { useTopDialog } from './dialog-stack.ts'

/**
 * Renders its children above everything else: inside the topmost dialog, or at the end of the page if no dialog is
 * open.
 */
export const TopLayer = ({ children }: { children: ReactNode }) =>
  createPortal(children, useTopDialog() ?? document.body)
