import { useSelector } from '@xstate/react'
import type { ChangeEvent } from 'react'
import css from './bar.module.css'
import { shownLog } from './receiver.machine.ts'
import type { ReceiverRef, State } from './view.ts'
import { readLog } from './world.ts'

/** Returns the text beside the title, which shows where the messages come from, and the tone of that text. */
function sourceOf(s: State): { text: string; tone: 'good' | 'wait' | 'bad' } {
  const { file, fileName } = s.context
  if (s.matches({ view: 'unreadable' })) return { text: `${fileName} is no log of the inspector`, tone: 'bad' }
  if (file) return { text: fileName, tone: 'wait' }
  if (s.matches({ line: 'up' })) return { text: 'connected', tone: 'good' }
  if (s.matches({ line: 'lost' })) return { text: 'connection lost – waiting for the app', tone: 'bad' }
  return window.opener
    ? { text: 'waiting for the app', tone: 'wait' }
    : { text: 'open this window from the app, or open a log', tone: 'wait' }
}

/** Saves the log as a file. */
function save(messages: readonly unknown[]) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([JSON.stringify(messages, null, 1)], { type: 'application/json' }))
  link.download = `krapao-inspector-${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}.json`
  link.click()
  URL.revokeObjectURL(link.href)
}

/** Shows the source of the messages, and buttons that save and open a log. */
export function TopBar({ actor }: { actor: ReceiverRef }) {
  const tone = useSelector(actor, (s) => sourceOf(s).tone)
  const text = useSelector(actor, (s) => sourceOf(s).text)
  const log = useSelector(actor, (s) => shownLog(s.context))
  const open = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? []
    target.value = ''
    if (!file) return
    const messages = readLog(await file.text())
    actor.send(
      messages ? { type: 'file.opened', name: file.name, messages } : { type: 'file.unreadable', name: file.name },
    )
  }
  return (
    <header className={css.bar}>
      <h1>Inspector</h1>
      <p className={css.source} data-tone={tone} role="status">
        {text}
      </p>
      <button
        type="button"
        disabled={log.entries.length === 0}
        onClick={() => save(log.entries.map(({ message }) => message))}
      >
        Export log
      </button>
      <label className={css.file}>
        Open log
        <input type="file" accept="application/json,.json" onChange={open} />
      </label>
      <button type="button" onClick={() => actor.send({ type: 'log.clear' })}>
        Clear
      </button>
    </header>
  )
}
