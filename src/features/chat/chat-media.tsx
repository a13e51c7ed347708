import type { ChatMedia } from '#contract/chat-content.ts'
import { Icon } from '#src/components/icon.tsx'
import { useTexts } from '#src/lib/i18n.ts'
import { serverUrl } from '#src/lib/safe-url.ts'
import css from './chat.module.css'
import { ChatBubble, NeutralLine } from './chat-bubble.tsx'
import { ChatPicture } from './chat-picture.tsx'

/**
 * Shows an image, video or file from the conversation. A press on an image opens it in full size in a new tab.
 * Source: R189, R194.
 */
export function ChatMediaView({ media }: { media: ChatMedia }) {
  const { t } = useTexts()
  const { fileType, message, name } = media
  const url = serverUrl(media.url || media.filePath || '')
  return (
    <>
      {message ? <ChatBubble type="text" message={message} /> : null}
      {url && fileType === 'image' ? (
        <a className={css.media} href={url} target="_blank" rel="noopener noreferrer">
          <ChatPicture src={url} name={name || t('chat.image')} />
        </a>
      ) : null}
      {url && fileType === 'video' ? (
        // biome-ignore lint/a11y/useMediaCaption: videos sent in a chat have no captions
        <video className={css.media} src={url} aria-label={name || t('chat.video')} controls preload="metadata" />
      ) : null}
      {url && fileType === 'file' ? (
        <a className={css.file} href={url} target="_blank" rel="noopener noreferrer">
          <Icon name="file" />
          <span>
            <b>{name || t('chat.file')}</b>
            <span>{t('chat.openFile')}</span>
          </span>
        </a>
      ) : null}
      {url ? null : <NeutralLine />}
    </>
  )
}
