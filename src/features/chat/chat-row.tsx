import { memo } from 'react'
import type { Conversation, Deliver } from '#contract/chat.ts'
import { contentOf } from '#contract/chat-content.ts'
import { Icon } from '#src/components/icon.tsx'
import { useTexts } from '#src/lib/i18n.ts'
import css from './chat.module.css'
import { ChatContentView } from './chat-content.tsx'
import { DayName, SaidAt } from './said-at.tsx'
import type { Box } from './types.ts'

type Props = {
  said: Conversation
  /** The day to show above the message; null unless it is the day's first message. */
  day: string | null
  box: Box
}

/** Shows a sent or received message of the conversation. Source: R184–R193. */
export const ChatRow = memo(function ChatRow({ said, day, box }: Props) {
  const { t } = useTexts()
  const content = contentOf(said.message)
  const isMine = said.sender === 'customer'
  return (
    <div className={css.row} data-from={isMine ? 'me' : undefined} data-wide={content.type === 'generic' || undefined}>
      {day ? (
        <p className={css.day}>
          <DayName day={day} />
        </p>
      ) : null}
      <span className="visually-hidden">{t(isMine ? 'chat.you' : 'chat.support')}</span>
      <ChatContentView content={content} onAnswer={(item) => box.send({ type: 'box.answer', item })} />
      <p className={css.meta} data-state={isMine ? ('succeed' satisfies Deliver) : undefined}>
        <SaidAt at={said.createdAt} />
        {isMine ? (
          <>
            <Icon name="double-check" size="xs" />
            <span className="visually-hidden">{t('chat.sent')}</span>
          </>
        ) : null}
      </p>
    </div>
  )
})
