import { useSelector } from '@xstate/react'
import type { FormEvent } from 'react'
import { eventsIn } from './definition.ts'
import css from './send-event.module.css'
import { chosenOf, isPast, type ReceiverRef } from './view.ts'
import { activeIn } from './world.ts'

/** A form that sends the chosen actor an event that its state handles, with fields typed as a JSON object. */
export function SendEvent({ actor }: { actor: ReceiverRef }) {
  const chosen = useSelector(actor, chosenOf)
  const isBroken = useSelector(actor, (s) => s.context.isBroken)
  const isOff = useSelector(actor, (s) => isPast(s) || !s.matches({ line: 'up' })) || chosen?.hasEnded
  if (!chosen) return null
  const { sessionId, definition, snapshot } = chosen
  const types = eventsIn(definition, ['', ...activeIn(snapshot.value)])
  if (types.length === 0) return null
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = new FormData(event.currentTarget)
    const [type, fields] = ['type', 'fields'].map((name) => String(typed.get(name)))
    if (type) actor.send({ type: 'event.submit', sessionId, event: type, fields: fields ?? '' })
  }
  return (
    <form className={css.form} aria-label="Send an event" onSubmit={submit}>
      <select name="type" aria-label="Event" disabled={isOff}>
        {types.map((type) => (
          <option key={type}>{type}</option>
        ))}
      </select>
      <input
        name="fields"
        aria-label="Its fields"
        placeholder={'{ "text": "100" }'}
        aria-invalid={isBroken || undefined}
        disabled={isOff}
      />
      <button type="submit" disabled={isOff}>
        Send
      </button>
      {isBroken ? <p role="alert">The fields must be a JSON object.</p> : null}
    </form>
  )
}
