import { createFileRoute } from '@tanstack/react-router'
import { SoonPage } from '#src/features/soon/soon-page.tsx'

export const Route = createFileRoute('/user/bonus')({ component: () => <SoonPage page="bonus" back="/user/home" /> })
