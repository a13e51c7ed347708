import { createFileRoute } from '@tanstack/react-router'
import { PublicLayout } from '#src/features/session/public-layout.tsx'

export const Route = createFileRoute('/_public')({
  beforeLoad: ({ context: { session } }) => session.send({ type: 'public.open' }),
  component: PublicLayout,
})
