import type { ReactNode } from 'react'
import { LayoutColumn, LayoutHead } from '#src/components/layout.tsx'
import { PageTitle } from '#src/components/page-title.tsx'
import { useTexts } from '#src/lib/i18n.ts'
import css from './howto-page.module.css'
import { VideoCard } from './video-card.tsx'
import { VIDEOS, type Video } from './videos.ts'

type Props = {
  onOpen: (video: Video) => void
  /** The video dialog, if it is open. */
  children: ReactNode
}

/** The help page, which shows five short how-to videos. Source: R54. */
export function HowtoPage({ onOpen, children }: Props) {
  const { t } = useTexts()
  return (
    <LayoutColumn>
      <PageTitle page="howto" />
      <LayoutHead title={t('page.howto')} />
      <p className={css.lead}>{t('howto.lead')}</p>
      <ul className={css.list}>
        {VIDEOS.map((video) => (
          <li key={video}>
            <VideoCard video={video} isLarge onOpen={onOpen} />
          </li>
        ))}
      </ul>
      {children}
    </LayoutColumn>
  )
}
