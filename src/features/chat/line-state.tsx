import { useSelector } from '@xstate/react'
import { useTexts } from '#src/lib/i18n.ts'
import css from './chat.module.css'
import type { Line } from './types.ts'

/** Shows the state of the chat's connection, which determines whether new messages arrive live. */
export function LineState({ line }: { line: Line }) {
  const { t } = useTexts()
  const state = useSelector(line, (s) =>
    s.hasTag('online') ? (s.hasTag('polled') ? 'polled' : 'online') : s.hasTag('connecting') ? 'connecting' : 'offline',
  )
  return (
    <p role="status" className={css.line} data-state={state}>
      {t(`chat.${state}`)}
    </p>
  )
}
