import { createFileRoute } from '@tanstack/react-router'
import { Terminated } from '#src/features/session/terminated.tsx'

export const Route = createFileRoute('/terminated')({ component: Terminated })
