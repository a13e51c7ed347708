import { createFileRoute } from '@tanstack/react-router'
import { SoonPage } from '#src/features/soon/soon-page.tsx'

export const Route = createFileRoute('/user/profile')({
  component: () => <SoonPage page="profile" back="/user/home" />,
})
