import { createFileRoute } from '@tanstack/react-router'
import { SoonPage } from '#src/features/soon/soon-page.tsx'

export const Route = createFileRoute('/user/statement')({
  component: () => <SoonPage page="statement" back="/user/home" />,
})
