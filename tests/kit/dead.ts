import type { AnyActorRef, AnyMachineSnapshot, EventObject } from 'xstate'
import { click, controls, nameOf } from './screen.ts'

const withChildren = (actor: AnyActorRef): AnyActorRef[] => {
  const { children = {} } = actor.getSnapshot() as Partial<AnyMachineSnapshot>
  return [actor, ...Object.values(children).flatMap((child) => (child ? withChildren(child as AnyActorRef) : []))]
}

const isHeard = (actor: AnyActorRef, event: EventObject) =>
  (actor.getSnapshot() as Partial<AnyMachineSnapshot>).can?.(event) !== false

/**
 * Presses every enabled button without sending its event. Returns the names of the buttons whose event the machine
 * ignores, with that event.
 */
export async function deadButtons(actor: AnyActorRef): Promise<string[]> {
  const dead: string[] = []
  let pressed = ''
  for (const each of withChildren(actor))
    each.send = (event: EventObject) => void (isHeard(each, event) || dead.push(`${pressed}: ${event.type}`))
  for (const button of controls().filter((each) => each.matches('button:enabled:not([aria-disabled=true])'))) {
    pressed = nameOf(button)
    if (button.isConnected) await click(button)
  }
  return dead
}
