import { createFileRoute } from '@tanstack/react-router'
import { PublicPage } from '#src/features/session/public-layout.tsx'
import { SoonPage } from '#src/features/soon/soon-page.tsx'

export const Route = createFileRoute('/_public/contact')({ component: Page })

function Page() {
  return (
    <PublicPage>
      <SoonPage page="contact" back="/login" />
    </PublicPage>
  )
}
