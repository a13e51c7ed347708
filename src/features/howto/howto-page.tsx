import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '#src/components/icon.tsx'
import { LayoutColumn, LayoutHead } from '#src/components/layout.tsx'
import { PageTitle } from '#src/components/page-title.tsx'
import css from './howto-page.module.css'
import { fileOf, isThere, LENGTHS } from './video-files.ts'
import { VIDEOS, type Video } from './videos.ts'

type Props = {
  onOpen: (video: Video) => void
  /** The open video player. */
  children: ReactNode
}

/** The help page: five short how-to videos. Source: R54. */
export function HowtoPage({ onOpen, children }: Props) {
  const { t } = useTranslation()
  return (
    <LayoutColumn>
      <PageTitle page="howto" />
      <LayoutHead title={t('page.howto')} />
      <p className={css.lead}>{t('howto.lead')}</p>
      <ul className={css.list}>
        {VIDEOS.map((video) => {
          const canPlay = isThere(video)
          const seconds = LENGTHS[video]
          return (
            <li key={video}>
              <button type="button" className={css.card} aria-haspopup="dialog" onClick={() => onOpen(video)}>
                <span className={css.picture}>
                  {canPlay ? <img src={fileOf(video, 'webp')} alt="" loading="lazy" /> : null}
                  <Icon name={canPlay ? 'play' : 'clock'} />
                </span>
                <span className={css.words}>
                  <strong>{t(`howto.${video}`)}</strong>
                  {canPlay ? null : <span className="hint">{t('soon.title')}</span>}
                  {seconds === undefined ? null : <span className="hint">{t('howto.length', { n: seconds })}</span>}
                </span>
                <Icon name="chevron-right" size="s" />
              </button>
            </li>
          )
        })}
      </ul>
      {children}
    </LayoutColumn>
  )
}
