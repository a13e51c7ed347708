import { Icon } from '#src/components/icon.tsx'
import { NoBreakText } from '#src/components/no-break-text.tsx'
import { useTexts } from '#src/lib/i18n.ts'
import css from './video-card.module.css'
import { fileOf, isThere, LENGTHS } from './video-files.ts'
import type { Video } from './videos.ts'

type Props = {
  video: Video
  /** True to show the thumbnail above the text and as wide as the card. */
  isLarge?: boolean
  onOpen: (video: Video) => void
}

/** A button that opens a help video; it shows the video's thumbnail and duration. Source: R54, R654. */
export function VideoCard({ video, isLarge = false, onOpen }: Props) {
  const { t } = useTexts()
  const canPlay = isThere(video)
  const seconds = LENGTHS[video]
  const mark = (
    <span className={css.mark}>
      <Icon name={canPlay ? 'play' : 'clock'} />
    </span>
  )
  return (
    <button
      type="button"
      className={css.card}
      data-large={isLarge || undefined}
      aria-haspopup="dialog"
      onClick={() => onOpen(video)}
    >
      <span className={css.picture}>
        {canPlay ? <img src={fileOf(video, 'webp')} alt="" loading="lazy" /> : null}
        {isLarge ? null : mark}
      </span>
      <span className={css.words}>
        <strong>
          <NoBreakText text={t(`howto.${video}`)} />
        </strong>
        {canPlay ? null : <span className="hint">{t('soon.title')}</span>}
        {seconds === undefined ? null : <span className="hint">{t('howto.length', { n: seconds })}</span>}
      </span>
      {isLarge ? mark : <Icon name="chevron-right" size="s" />}
    </button>
  )
}
