import { act, cleanup, render, screen } from '@testing-library/react'
import { StrictMode, Suspense } from 'react'
import { type AnyActorRef, type AnyMachineSnapshot, createActor, getNextSnapshot, SimulatedClock } from 'xstate'
import { SafeHtml } from '#src/components/safe-html.tsx'
import { type Driver, deedOf, leadChild, played } from '../kit/driver.ts'
import { inputOf, type Model, type Step } from '../kit/model.ts'
import { Fakes, happen, settle } from '../kit/run.ts'
import { where } from '../kit/states.ts'
import { wayTo } from '../kit/way.ts'
import css from './frame.module.css'

/** Creates the container of the views and removes the previous one. */
function stage(): HTMLElement {
  cleanup()
  for (const before of document.querySelectorAll(`.${css.stage}`)) before.remove()
  const container = document.body.appendChild(document.createElement('div'))
  container.className = css.stage ?? ''
  return container
}

/** Loads the sanitiser, so that no view shows a skeleton in place of the server's HTML. */
export async function loadSanitiser() {
  const text = 'loaded'
  const views = { container: stage() }
  await act(
    async () =>
      void render(
        <Suspense>
          <SafeHtml html={text} />
        </Suspense>,
        views,
      ),
  )
  await screen.findByText(text)
  stage()
}

const at = (model: Model, snapshot: AnyMachineSnapshot, { state }: Step) => model.key(snapshot) === model.key(state)

/** Triggers an event through the player's control if the screen offers one, so that the fields keep what was typed. */
async function play(driver: Driver, { event }: Step, actor: AnyActorRef) {
  const snapshot: AnyMachineSnapshot = actor.getSnapshot()
  const deed = deedOf(driver, event)
  if (!deed || deed === 'outside' || !snapshot.can(event) || deed.when?.(snapshot, event) === false) return
  await deed.ways[0]?.(event, snapshot)
}

/**
 * Sends a clock tick so that the state shows the time left. Sends none if `placeOf` would return a different key after
 * the tick.
 */
function tick({ config: { machine, events } }: Model, actor: AnyActorRef, placeOf: Model['key']) {
  const before: AnyMachineSnapshot = actor.getSnapshot()
  const stays = Object.values<object>(events['clock.tick'] ?? {})
    .map((payload) => ({ type: 'clock.tick', ...payload }))
    .find((event) => before.can(event) && placeOf(getNextSnapshot(machine, before, event)) === placeOf(before))
  if (stays) actor.send(stays)
}

/**
 * Renders a machine's real view and brings the machine to a state by the shortest path. Runs in Thai, because the
 * player's actions find the controls by their Thai texts. Throws if the machine ends up in another state.
 */
export async function show(driver: Driver, state: string) {
  const { model, view } = driver
  const fakes = new Fakes()
  const clock = new SimulatedClock()
  const machine = played(driver, fakes)
  const path = wayTo(state, model.paths('shortest'))
  const input = inputOf(path)
  const actor: AnyActorRef = createActor(machine, { input, clock })
  const errors: unknown[] = []
  actor.subscribe({ error: (error) => errors.push(error) })
  const container = stage()
  for (const step of path) {
    if (step.event.type === 'xstate.init') {
      actor.start()
      await act(async () => void render(<StrictMode>{view(actor as never)}</StrictMode>, { container }))
    } else if (!(await leadChild(driver, step.event, actor))) {
      await play(driver, step, actor)
      // for events that no player triggers, and for events that need a real key press
      if (!at(model, actor.getSnapshot(), step)) await act(async () => happen(step, actor, fakes, clock, machine))
    }
    await act(settle)
    if (errors.length > 0) throw errors[0]
    const live: AnyMachineSnapshot = actor.getSnapshot()
    if (!at(model, live, step))
      throw new Error(`after "${step.words}": expected ${model.key(step.state)}, got ${model.key(live)}`)
    await act(async () => tick(model, actor, model.key))
  }
  await act(async () => tick(model, actor, where))
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
}
