import { createFileRoute } from '@tanstack/react-router'
import * as v from 'valibot'
import { PublicPage } from '#src/components/public-page.tsx'
import { HowtoPage } from '#src/features/howto/howto-page.tsx'
import { VideoDialog } from '#src/features/howto/video-dialog.tsx'
import { VIDEOS } from '#src/features/howto/videos.ts'
import { useOverlay } from '../-overlay.ts'

const search = v.object({ video: v.fallback(v.optional(v.picklist(VIDEOS)), undefined) })

export const Route = createFileRoute('/_public/howto')({ validateSearch: search, component: Howto })

function Howto() {
  const { video } = Route.useSearch()
  const { open, close } = useOverlay()
  return (
    <PublicPage>
      <HowtoPage onOpen={(each) => open({ video: each })}>
        {video ? <VideoDialog video={video} onClose={close} /> : null}
      </HowtoPage>
    </PublicPage>
  )
}
