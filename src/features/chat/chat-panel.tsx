import { useSelector } from '@xstate/react'
import { useId, useLayoutEffect, useRef } from 'react'
import { pushDialog } from '#src/components/dialog-stack.ts'
import { IconButton } from '#src/components/icon-button.tsx'
import { APP_TITLE } from '#src/lib/app-title.ts'
import { useTexts } from '#src/lib/i18n.ts'
import { isComposing } from '#src/lib/is-composing.ts'
import mark from '#src/theme/mark.svg'
import css from './chat.module.css'
import { ChatCompose } from './chat-compose.tsx'
import { ChatMessages } from './chat-messages.tsx'
import { LineState } from './line-state.tsx'
import type { Chat, History } from './types.ts'

type Props = { actor: Chat; onClose: () => void }

/** At this width and above, the panel is next to the page, and both can be used. */
const WIDE = '(min-width: 900px)'

/** Keeps the panel above the on-screen keyboard. Returns a function that stops adjusting the panel. */
function fitKeyboard(dialog: HTMLDialogElement) {
  const { visualViewport: view } = window
  if (!view) return () => {}
  const fit = () => {
    dialog.style.setProperty('--seen', `${view.height}px`)
    dialog.style.setProperty('--above', `${view.offsetTop}px`)
  }
  fit()
  view.addEventListener('resize', fit)
  view.addEventListener('scroll', fit)
  return () => {
    view.removeEventListener('resize', fit)
    view.removeEventListener('scroll', fit)
  }
}

/**
 * The panel with the conversation: it fills the screen on phones, and is next to the page at 900 px and above.
 * Source: R62, R244.
 */
export function ChatPanel({ actor, onClose }: Props) {
  const { t } = useTexts()
  const title = useId()
  const ref = useRef<HTMLDialogElement>(null)
  const history = useSelector(actor, (s) => s.children.chatHistory)
  const box = useSelector(actor, (s) => s.children.chatBox)
  useLayoutEffect(() => {
    const dialog = ref.current
    if (!dialog) return
    const isWide = matchMedia(WIDE).matches
    if (isWide) dialog.show()
    else dialog.showModal()
    const pop = isWide ? () => {} : pushDialog(dialog)
    dialog.querySelector('textarea')?.focus()
    const letGo = fitKeyboard(dialog)
    return () => {
      letGo()
      pop()
      dialog.close()
    }
  }, [])
  return (
    <dialog
      ref={ref}
      className={css.panel}
      aria-labelledby={title}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || isComposing(event.nativeEvent)) return
        event.preventDefault()
        onClose()
      }}
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        onClose()
      }}
    >
      <div className={css.head}>
        <img src={mark} alt="" width="26" height="26" />
        <div>
          <h2 id={title}>{t('chat.title', { site: APP_TITLE })}</h2>
          {history ? <HistoryLine history={history} /> : null}
        </div>
        <IconButton icon="close" label={t('action.close')} onClick={onClose} />
      </div>
      {history && box ? (
        <>
          <ChatMessages history={history} box={box} />
          <ChatCompose box={box} />
        </>
      ) : null}
    </dialog>
  )
}

function HistoryLine({ history }: { history: History }) {
  const line = useSelector(history, (s) => s.children.chatLine)
  return line ? <LineState line={line} /> : null
}
