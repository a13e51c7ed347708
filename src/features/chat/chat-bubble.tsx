import { Icon } from '#src/components/icon.tsx'
import { useTexts } from '#src/lib/i18n.ts'
import { languageOf } from '#src/lib/language-of.ts'
import css from './chat.module.css'

/** Shows a text, or an answer that was sent with a button, exactly as it was written. Source: R187, R192. */
export const ChatBubble = ({ type, message }: { type: string; message: string }) => (
  <p className={css.text} lang={languageOf(message)}>
    {type === 'postback' ? <Icon name="reply" size="s" /> : null}
    {message}
  </p>
)

/** Shown in place of content that cannot be displayed. Source: R193. */
export function NeutralLine() {
  const { t } = useTexts()
  return (
    <p className={css.text} data-neutral="">
      <Icon name="info" size="s" />
      {t('chat.unknown')}
    </p>
  )
}
