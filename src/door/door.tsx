import { useSelector } from '@xstate/react'
import type { ComponentProps } from 'react'
import { Hydrated } from '#src/components/hydrated.tsx'
import { LoadingOverlay } from '#src/components/loading-overlay.tsx'
import { PublicLayout } from '#src/features/session/public-layout.tsx'
import type { DoorPage } from './pages.ts'
import { DoorContext, type Leave } from './router.tsx'

type Props = ComponentProps<DoorPage['Page']> & { at: string; Page: DoorPage['Page']; leave: Leave }

/** Shows a public page without the router. The page is prerendered, and hydrated in place. */
export function Door({ at, Page, leave, ...props }: Props) {
  const isBusy = useSelector(props.session, (s) => s.hasTag('busy'))
  return (
    <DoorContext value={{ at, page: <Page {...props} />, leave }}>
      <PublicLayout />
      {/* rendered after hydration, because a portal cannot be prerendered */}
      <Hydrated>
        <LoadingOverlay shown={isBusy} />
      </Hydrated>
    </DoorContext>
  )
}
