// In the page itself, loaded by the Vite server that serves the product: both know the same actors.
import type { AnyActorRef, AnyMachineSnapshot, AnyStateMachine, EventObject } from 'xstate'
import { listen } from '#src/inspect/hub.ts'
import { type Deed, type Driver, textsOf } from '../../tests/kit/driver.ts'
import { type Hand, setHand } from '../../tests/kit/hand.ts'
import { type Sight, sight, wantedSight } from '../../tests/kit/screen.ts'
import { leavesOf, nameOf } from '../../tests/kit/states.ts'

/** What Playwright does for the page: a deed of the real hand on the element marked so. */
declare global {
  interface Window {
    krapaoHand: (deed: keyof Hand, mark: string, value: string) => Promise<void>
  }
}

const drivers = import.meta.glob<{ default: Driver }>('../../tests/drivers/*.tsx')
const driverOf = async (stem: string): Promise<Driver> => {
  const load = drivers[`../../tests/drivers/${stem}.tsx`]
  if (!load) throw new Error(`no driver for ${stem}`)
  return (await load()).default
}

let marks = 0
function mark(element: HTMLElement): string {
  element.dataset.hand = String(++marks)
  return element.dataset.hand
}
const on =
  (deed: keyof Hand) =>
  (element: HTMLElement, value: string | File = '') =>
    window.krapaoHand(deed, mark(element), typeof value === 'string' ? value : value.name)
setHand({
  reach: () => {},
  click: on('click'),
  type: on('type'),
  choose: on('choose'),
  upload: on('upload'),
  key: (name) => window.krapaoHand('key', '', name),
})

const known: AnyActorRef[] = []
listen({ actor: (ref) => void known.push(ref), heard: () => {} })

const idOf = (ref: AnyActorRef) =>
  ((ref as { logic?: AnyStateMachine }).logic?.config as { id?: string } | undefined)?.id
/** The newest actor of this machine that runs, or ran. */
function actorOf({ model }: Driver): AnyActorRef | undefined {
  const actors = known.filter((ref) => idOf(ref) === model.config.machine.id)
  return actors.findLast((ref) => ref.getSnapshot()?.status === 'active') ?? actors.at(-1)
}

/** The player does it by the screen; what the screen does not offer is sent. True when it was offered. */
export async function act(stem: string, type: string, payload: object): Promise<boolean> {
  const driver = await driverOf(stem)
  const actor = actorOf(driver)
  if (!actor) throw new Error(`${stem} does not run`)
  const event: EventObject = { type, ...payload }
  const snapshot: AnyMachineSnapshot = actor.getSnapshot()
  const deed = (driver.act as Record<string, Deed<AnyStateMachine, unknown> | 'outside'>)[type]
  if (!deed || deed === 'outside') throw new Error(`no player does ${type}`)
  const isOffered = deed.when?.(snapshot, event) ?? true
  if (isOffered) await deed.ways[0]?.(event, snapshot)
  else actor.send(event)
  return isOffered
}

/** Where the machine is, what is seen, and what should be. */
export async function look(
  stem: string,
): Promise<{ value: string; seen: Required<Sight>; wanted: Required<Sight>[] } | null> {
  const driver = await driverOf(stem)
  const snapshot: AnyMachineSnapshot | undefined = actorOf(driver)?.getSnapshot()
  if (!snapshot) return null
  const leaves = leavesOf(snapshot).map(nameOf)
  const wanted = await Promise.all(leaves.map(async (name) => driver.look[name]?.(snapshot)))
  return {
    value: leaves.join(' + '),
    seen: sight(textsOf(driver, snapshot)),
    wanted: wanted.flatMap((each) => (each ? [wantedSight(each)] : [])),
  }
}
