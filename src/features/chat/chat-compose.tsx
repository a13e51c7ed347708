import { useSelector } from '@xstate/react'
import { useId } from 'react'
import { CHAT_IMAGES, CHAT_TEXT_MOST, CHAT_VIDEOS, canSay } from '#contract/chat.ts'
import { Button } from '#src/components/button.tsx'
import { Icon } from '#src/components/icon.tsx'
import { NoBreakText } from '#src/components/no-break-text.tsx'
import { useTexts } from '#src/lib/i18n.ts'
import { isComposing } from '#src/lib/is-composing.ts'
import css from './chat.module.css'
import type { Box } from './types.ts'

/** The draft length from which the character count is shown, in UTF-16 code units. */
const NEAR_MOST = 1_800

/**
 * The message box. Enter sends the message, Shift+Enter starts a new line, and a chosen file is sent immediately.
 * Source: R285–R291.
 */
export function ChatCompose({ box }: { box: Box }) {
  const { t } = useTexts()
  const counter = useId()
  const draft = useSelector(box, (s) => s.context.draft)
  const isLong = draft.length >= NEAR_MOST
  const submit = () => {
    if (canSay(draft)) box.send({ type: 'draft.submit' })
  }
  return (
    <form
      className={css.compose}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <ResendAll box={box} />
      <Problem box={box} />
      {isLong ? (
        <p className={css.counter} id={counter}>
          {`${draft.length}/${CHAT_TEXT_MOST}`}
        </p>
      ) : null}
      <Attach box={box} />
      <div className={css.well}>
        <textarea
          rows={1}
          aria-label={t('chat.write')}
          aria-describedby={isLong ? counter : undefined}
          placeholder={t('chat.write')}
          maxLength={CHAT_TEXT_MOST}
          enterKeyHint="send"
          value={draft}
          onChange={({ target }) => box.send({ type: 'draft.type', draft: target.value })}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.shiftKey || isComposing(event.nativeEvent)) return
            event.preventDefault()
            submit()
          }}
        />
      </div>
      <button
        type="submit"
        className={css.send}
        aria-label={t('chat.send')}
        aria-disabled={!canSay(draft) || undefined}
        onPointerDown={(event) => event.preventDefault() /* keeps the on-screen keyboard open */}
      >
        <Icon name="send" />
      </button>
    </form>
  )
}

/** A button that resends all failed messages, for example after a lost connection (assumed). Source: R248. */
function ResendAll({ box }: { box: Box }) {
  const { t } = useTexts()
  const canResend = useSelector(box, (s) => s.can({ type: 'box.resend' }))
  if (!canResend) return null
  return (
    <div className={css.again}>
      <Button size="s" tone="bad" icon="refresh" onClick={() => box.send({ type: 'box.resend' })}>
        {t('chat.resendAll')}
      </Button>
    </div>
  )
}

/** Shows why the file that the player chose was rejected. */
function Problem({ box }: { box: Box }) {
  const { t } = useTexts()
  const problem = useSelector(box, (s) => s.context.problem)
  if (problem === null) return null
  return (
    <p className={css.problem} role="alert">
      <Icon name="alert" size="s" />
      <span>
        <NoBreakText text={problem === 'type' ? t('chat.badFile') : t('chat.tooLarge', { n: problem })} />
      </span>
    </p>
  )
}

function Attach({ box }: { box: Box }) {
  const { t } = useTexts()
  return (
    <label className={css.attach}>
      <Icon name="attach" />
      <input
        type="file"
        aria-label={t('chat.attach')}
        accept={Object.keys({ ...CHAT_IMAGES, ...CHAT_VIDEOS }).join(',')}
        onChange={({ target }) => {
          const file = target.files?.[0]
          if (!file) return
          const { name, type, size } = file
          box.send({ type: 'box.attach', file, facts: { name, type, size } })
          target.value = '' // lets the player choose the same file again
        }}
      />
    </label>
  )
}
