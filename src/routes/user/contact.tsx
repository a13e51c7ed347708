import { createFileRoute } from '@tanstack/react-router'
import { SoonPage } from '#src/features/soon/soon-page.tsx'

export const Route = createFileRoute('/user/contact')({
  component: () => <SoonPage page="contact" back="/user/home" />,
})
