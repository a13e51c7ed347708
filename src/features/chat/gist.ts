import type { ChatContent } from '#contract/chat-content.ts'
import type { Translate } from '#src/lib/i18n.ts'

/** Summarises a message in one line, for use where the whole message is not shown. */
export function gist(t: Translate, content: ChatContent): string {
  switch (content.type) {
    case 'text':
    case 'postback':
    case 'buttons':
    case 'quick_replies':
      return content.message
    case 'media':
      return content.media.message || t(`chat.${content.media.fileType}`)
    case 'generic':
      return content.cards.map(({ title }) => title).join(', ')
    case 'unknown':
      return t('chat.unknown')
  }
}
