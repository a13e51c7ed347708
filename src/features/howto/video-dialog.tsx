import { htmlLang, LANGUAGES } from '#contract/language.ts'
import { ComingSoon } from '#src/components/coming-soon.tsx'
import { Dialog } from '#src/components/dialog.tsx'
import { LANGUAGE_NAMES } from '#src/components/language-select.tsx'
import { useTexts } from '#src/lib/i18n.ts'
import { currentLanguage } from '#src/lib/language.ts'
import css from './video-dialog.module.css'
import { fileOf, isThere } from './video-files.ts'
import type { Video } from './videos.ts'

type Props = { video: Video; onClose: () => void }

/** Plays a help video with the browser's own controls and captions in three languages. Source: R55. */
export function VideoDialog({ video, onClose }: Props) {
  const { t } = useTexts()
  return (
    <Dialog title={t(`howto.${video}`)} onClose={onClose}>
      {!isThere(video) ? (
        <ComingSoon />
      ) : (
        <video
          className={css.video}
          poster={fileOf(video, 'webp')}
          aria-label={t(`howto.${video}`)}
          controls
          autoPlay
          muted
          playsInline
          crossOrigin="anonymous"
        >
          <source src={fileOf(video, 'webm')} type="video/webm" />
          <source src={fileOf(video, 'mp4')} type="video/mp4" />
          {LANGUAGES.map((language) => (
            <track
              key={language}
              kind="captions"
              src={fileOf(video, `${language}.vtt`)}
              srcLang={htmlLang[language]}
              label={LANGUAGE_NAMES[language]}
              default={language === currentLanguage()}
            />
          ))}
        </video>
      )}
    </Dialog>
  )
}
