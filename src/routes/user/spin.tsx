import { createFileRoute } from '@tanstack/react-router'
import { SoonPage } from '#src/features/soon/soon-page.tsx'

export const Route = createFileRoute('/user/spin')({ component: () => <SoonPage page="spin" back="/user/home" /> })
