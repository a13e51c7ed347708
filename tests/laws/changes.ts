import { type AnyStateMachine, createMachine } from 'xstate'
import { childOf } from './actors.ts'

export type Parts = Parameters<AnyStateMachine['provide']>[0]
export type Change = (machine: AnyStateMachine) => AnyStateMachine

export const nothing = () => {}

type Config = {
  states?: Record<string, Config>
  on?: Record<string, object>
  after?: object
  invoke?: { onError?: object; input?: (of: never) => object }
}
const changedIn = (config: Config, [state, ...path]: readonly string[], change: (config: Config) => Config): Config =>
  state === undefined
    ? change(config)
    : { ...config, states: { ...config.states, [state]: changedIn(config.states?.[state] ?? {}, path, change) } }
/** Returns a function that changes one state of a machine. `state` is a path, such as `asking.declined`. */
export const changed =
  (state: string, change: (config: Config) => Config) =>
  ({ config, implementations }: AnyStateMachine) =>
    createMachine(
      changedIn(config as Config, state.split('.'), change) as never,
      implementations as never,
    ) as AnyStateMachine
/** The machine with transitions of one state added or replaced. */
export const rewired = (machine: AnyStateMachine, state: string, on: Record<string, object>) =>
  changed(state, (config) => ({ ...config, on: { ...config.on, ...on } }))(machine)

/** Returns a function that changes a child of a machine. */
export const inChild = (src: string, change: Change) => (machine: AnyStateMachine) =>
  machine.provide({ actors: { [src]: change(childOf(machine, src)) } })
export const childWith = (src: string, parts: Parts) => inChild(src, (machine) => machine.provide(parts))
