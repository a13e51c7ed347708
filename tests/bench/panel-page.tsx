import '#src/theme/fonts.css'
import '#src/theme/tokens.css'
import '#src/theme/base.css'
import { useSelector } from '@xstate/react'
import { createRoot } from 'react-dom/client'
import { type ActorRefFrom, createActor, createEmptyActor, fromCallback } from 'xstate'
import type { Conversation } from '#contract/chat.ts'
import th from '#locales/th.json'
import { chatBoxMachine } from '#machines/chat-box.machine.ts'
import { chatHistoryMachine } from '#machines/chat-history.machine.ts'
import { ChatMessages } from '#src/features/chat/chat-messages.tsx'
import { ChatRow } from '#src/features/chat/chat-row.tsx'
import { speak } from '#src/lib/i18n.ts'

const MESSAGES = 5_000
const APPENDS = 20
const START = Date.UTC(2026, 0, 2)

const message = (at: number): Conversation => ({
  sender: at % 3 === 0 ? 'customer' : 'other',
  message: { message_type: 'text', payload: { message: `ข้อความ ${at} `.repeat(1 + (at % 7)) } },
  createdAt: new Date(START + at * 60_000).toISOString(),
  clientId: `m${at}`,
})

/** Returns the actors of a conversation whose connection delivers no messages. */
function conversation() {
  const owner = createEmptyActor() as never
  const quiet = fromCallback(() => {}) as never
  const history = createActor(chatHistoryMachine.provide({ actors: { chatLine: quiet } }), { input: { owner } }).start()
  const box = createActor(chatBoxMachine, { input: { owner, kept: [], draft: '' } }).start()
  history.send({
    type: 'line.missed',
    found: Array.from({ length: MESSAGES }, (_, at) => message(at)),
    since: undefined,
  })
  return { history, box }
}
type Talk = ReturnType<typeof conversation>

/** Renders the rows as the product does, but keeps all of them in the DOM. */
function All({ history, box }: Talk) {
  const messages = useSelector(history as ActorRefFrom<typeof chatHistoryMachine>, (s) => s.context.messages)
  return messages.map((said) => <ChatRow key={said.clientId} said={said} day={null} box={box} />)
}

const frame = () => new Promise(requestAnimationFrame)

let end = () => {}
let append = async (_: number) => {}

/** Shows a conversation and waits until its newest message is drawn. */
async function show(isWindow: boolean) {
  const talk = conversation()
  const place = document.body.appendChild(document.createElement('div'))
  place.style.cssText = 'display: grid; inline-size: 390px; block-size: 700px; overflow: auto'
  const root = createRoot(place)
  const drawn = async (at: number) => {
    while (!place.querySelector(`time[datetime="${message(at).createdAt}"]`)) await frame()
    await frame()
    await frame()
  }
  root.render(isWindow ? <ChatMessages {...talk} /> : <All {...talk} />)
  append = async (at) => {
    talk.history.send({ type: 'line.message', message: message(at) })
    await drawn(at)
  }
  end = () => {
    root.unmount()
    place.remove()
    talk.history.stop()
    talk.box.stop()
  }
  await drawn(MESSAGES - 1)
}

speak('th', th)
/** The functions that the benchmark calls in this page. */
export const panelPage = {
  show,
  append: async () => {
    for (let at = 0; at < APPENDS; at++) await append(MESSAGES + at)
  },
  nodes: () => document.querySelectorAll('body > div *').length,
  end: () => end(),
}
Object.assign(window, { panelPage })
