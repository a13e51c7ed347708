import type { StatelyInspectionEvent } from '@statelyai/inspect'

/** Recurring events that the inspector does not show. */
export const TICKS: readonly string[] = ['clock.tick', 'item.progress', 'slip.progress', 'visit.tick']

const stateOf = (snapshot: object) => JSON.stringify('value' in snapshot ? snapshot.value : null)

/** Returns a filter that drops ticks, and also snapshots caused by a tick unless their state is new. */
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
