import type { ChatAnswer } from '#contract/chat.ts'
import type { ChatCard, ChatContent } from '#contract/chat-content.ts'
import { useTexts } from '#src/lib/i18n.ts'
import { languageOf } from '#src/lib/language-of.ts'
import { serverUrl } from '#src/lib/safe-url.ts'
import css from './chat.module.css'
import { ChatAction } from './chat-action.tsx'
import { ChatBubble, NeutralLine } from './chat-bubble.tsx'
import { ChatMediaView } from './chat-media.tsx'
import { ChatPicture } from './chat-picture.tsx'

type Props = {
  content: ChatContent
  /** Called when the player answers by pressing a button. */
  onAnswer: (answer: ChatAnswer) => void
}

/**
 * Shows the content of a message in the form that suits its type. For an unknown type, shows a neutral line.
 * Source: R187–R196.
 */
export function ChatContentView({ content, onAnswer }: Props) {
  const { t } = useTexts()
  switch (content.type) {
    case 'text':
    case 'postback':
      return <ChatBubble {...content} />
    case 'buttons':
      return (
        <div className={css.card}>
          <p lang={languageOf(content.message)}>{content.message}</p>
          {content.buttons.map((button, at) => (
            <ChatAction key={at} button={button} onAnswer={onAnswer} />
          ))}
        </div>
      )
    case 'quick_replies':
      return (
        <>
          <ChatBubble {...content} />
          {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a legend and a border */}
          <div className={css.quick} role="group" aria-label={t('chat.choices')}>
            {content.buttons.map((button, at) => (
              <ChatAction key={at} button={button} onAnswer={onAnswer} isChip />
            ))}
          </div>
        </>
      )
    case 'generic':
      return (
        <div className={css.cards}>
          {content.cards.map((card, at) => (
            <Card key={at} card={card} onAnswer={onAnswer} />
          ))}
        </div>
      )
    case 'media':
      return <ChatMediaView media={content.media} />
    case 'unknown':
      return <NeutralLine />
  }
}

function Card({ card, onAnswer }: { card: ChatCard } & Pick<Props, 'onAnswer'>) {
  const picture = card.image_url ? serverUrl(card.image_url) : null
  return (
    <div className={css.card}>
      {picture ? <ChatPicture src={picture} name="" /> : null}
      <div className={css.words} lang={languageOf(card.title)}>
        <h3>{card.title}</h3>
        {card.subtitle ? <p>{card.subtitle}</p> : null}
      </div>
      {card.buttons?.map((button, at) => (
        <ChatAction key={at} button={button} onAnswer={onAnswer} />
      ))}
    </div>
  )
}
