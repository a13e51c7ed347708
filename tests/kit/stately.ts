import type { AnyStateMachine } from 'xstate'

/** A replacer for JSON that leaves out functions, which an array would hold as null. */
export const withoutFunctions = (_: string, value: unknown): unknown =>
  Array.isArray(value) ? value.filter((each) => typeof each !== 'function') : value

/** The machine as source for Stately's editor: all its names, without the functions behind them. */
export const toStately = ({ config }: AnyStateMachine): string =>
  `import { createMachine } from 'xstate'\n\nexport const machine = createMachine(${JSON.stringify(config, withoutFunctions, 2)})`
