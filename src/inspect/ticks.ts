import type { StatelyInspectionEvent } from '@statelyai/inspect'

/** Events that come again and again and move nothing on. */
export const TICKS: readonly string[] = ['clock.tick', 'item.progress', 'slip.progress']

const stateOf = (snapshot: object) => JSON.stringify('value' in snapshot ? snapshot.value : null)

/** Lets everything pass but ticks, and snapshots that only a tick has renewed; one that a tick has led to another state passes. */
export function tickFilter(): (message: StatelyInspectionEvent) => boolean {
  const values = new Map<string, string>()
  return (message) => {
    if (message.type === '@xstate.event') return !TICKS.includes(message.event.type)
    const value = stateOf(message.snapshot)
    const isSame = values.get(message.sessionId) === value
    values.set(message.sessionId, value)
    return message.type === '@xstate.actor' || !isSame || !TICKS.includes(message.event.type)
  }
}
