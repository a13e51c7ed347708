// This module runs in the page. The Vite server of the product also serves this module, so that both share the same
// actors.
import type { AnyActorRef, AnyMachineSnapshot, AnyStateMachine, EventObject } from 'xstate'
import { listen } from '#src/inspect/hub.ts'
import { type Driver, deedOf, lookOf, textsOf } from '../../tests/kit/driver.ts'
import { driverOf } from '../../tests/kit/drivers.ts'
import { nameOf as nameOfControl, type ScreenSnapshot, sight, wantedSight } from '../../tests/kit/screen.ts'
import { leavesOf, nameOf, where } from '../../tests/kit/states.ts'
import { setUser, type User } from '../../tests/kit/user.ts'

/**
 * Set by Playwright: `krapaoUser` performs a real user's action on the marked element, and `krapaoWhich` contains
 * context values that identify the actor.
 */
declare global {
  interface Window {
    krapaoUser: (deed: keyof User, mark: string, value: string, name: string) => Promise<void>
    krapaoWhich?: Record<string, unknown>
  }
}

let marks = 0
function mark(element: HTMLElement): string {
  element.dataset.user = String(++marks)
  return element.dataset.user
}
const on =
  (deed: keyof User) =>
  (element: HTMLElement, value = '') =>
    window.krapaoUser(deed, mark(element), value, nameOfControl(element))
/** Encodes a file as text: its name, and its content as a data URL. */
const asText = ({ name }: File, url: unknown) => JSON.stringify({ name, url })
const read = (file: File) =>
  new Promise<string>((done, fail) => {
    const reader = new FileReader()
    reader.onload = () => done(asText(file, reader.result))
    reader.onerror = () => fail(reader.error)
    reader.readAsDataURL(file)
  })
setUser({
  reach: () => {},
  click: on('click'),
  type: on('type'),
  choose: on('choose'),
  upload: async (field, file) => on('upload')(field, await read(file)),
  key: (name) => window.krapaoUser('key', '', name, ''),
})

const known: AnyActorRef[] = []
/** The visited states of each machine, in order. */
const ways = new Map<string, string[]>()
listen({
  actor: (ref) => void known.push(ref),
  heard: (event) => {
    const id = event.type === '@xstate.snapshot' ? idOf(event.actorRef as AnyActorRef) : undefined
    if (id !== undefined && event.type === '@xstate.snapshot' && isMeant(event.snapshot as AnyMachineSnapshot))
      ways.set(id, [...(ways.get(id) ?? []), where(event.snapshot as AnyMachineSnapshot)])
  },
})

const idOf = (ref: AnyActorRef) =>
  ((ref as { logic?: AnyStateMachine }).logic?.config as { id?: string } | undefined)?.id
const isMeant = ({ context }: AnyMachineSnapshot) =>
  Object.entries(window.krapaoWhich ?? {}).every(([name, value]) => context[name] === value)
/** Returns the newest actor of this machine that has the identifying values, preferably a running one. */
function actorOf({ model }: Driver): AnyActorRef | undefined {
  const actors = known.filter((ref) => idOf(ref) === model.config.machine.id && isMeant(ref.getSnapshot()))
  return actors.findLast((ref) => ref.getSnapshot()?.status === 'active') ?? actors.at(-1)
}

async function running(stem: string) {
  const driver = await driverOf(stem)
  const actor = actorOf(driver)
  if (!actor) throw new Error(`${stem} does not run`)
  return { driver, actor }
}

/** Sends an event that nothing on the screen triggers. */
export async function send(stem: string, type: string, payload: object = {}) {
  const { actor } = await running(stem)
  actor.send({ type, ...payload })
}

/** Returns the duration of one of the machine's delays, in ms. `name` is the delay's name or a number. */
export async function wait(stem: string, name: string): Promise<number> {
  const { driver, actor } = await running(stem)
  const { delays } = driver.model.config.machine.implementations
  const delay = Object.hasOwn(delays, name) ? delays[name] : name
  // the page's clock can be moved only by whole milliseconds
  return Math.ceil(
    Number(typeof delay === 'function' ? delay({ context: actor.getSnapshot().context } as never, {}) : delay),
  )
}

/** The machine's states since the page was loaded, in order. */
export async function way(stem: string): Promise<string[]> {
  const { model } = await driverOf(stem)
  return ways.get(model.config.machine.id) ?? []
}

/**
 * Triggers the event on the screen as the player would, or sends it directly if the screen does not offer it. Returns
 * true if the screen offered it.
 */
export async function act(stem: string, type: string, payload: object): Promise<boolean> {
  const { driver, actor } = await running(stem)
  const event: EventObject = { type, ...payload }
  const snapshot: AnyMachineSnapshot = actor.getSnapshot()
  const deed = deedOf(driver, event)
  if (!deed || deed === 'outside') throw new Error(`no player does ${type}`)
  const isOffered = deed.when?.(snapshot, event) ?? true
  if (isOffered) await deed.ways[0]?.(event, snapshot)
  else actor.send(event)
  return isOffered
}

/** Returns the machine's state, and the actual and expected screens. */
export async function look(
  stem: string,
): Promise<{ value: string; seen: Required<ScreenSnapshot>; wanted: Required<ScreenSnapshot>[] } | null> {
  const driver = await driverOf(stem)
  const snapshot: AnyMachineSnapshot | undefined = actorOf(driver)?.getSnapshot()
  if (!snapshot) return null
  const leaves = leavesOf(snapshot).map(nameOf)
  const wanted = await Promise.all(leaves.map(async (name) => lookOf(driver, name)?.(snapshot)))
  return {
    value: where(snapshot),
    seen: sight(textsOf(driver, snapshot)),
    wanted: wanted.flatMap((each) => (each ? [wantedSight(each)] : [])),
  }
}
