import { use, useEffect } from 'react'
import { PublicPage } from '#src/components/public-page.tsx'
import { HowtoPage } from '#src/features/howto/howto-page.tsx'
import type { DoorPage } from './pages.ts'
import { DoorContext } from './router.tsx'

export const page: DoorPage = {
  Page: ({ onReady }) => {
    const { leave } = use(DoorContext)
    useEffect(onReady, [onReady])
    return (
      <PublicPage>
        <HowtoPage onOpen={(video) => leave(`/howto?video=${video}`, { overlay: true })}>{null}</HowtoPage>
      </PublicPage>
    )
  },
  // an address with a query string may open a video's dialog, which is not prerendered
  isAsRendered: (search) => search === '',
  areas: ['howto', 'soon'],
}
