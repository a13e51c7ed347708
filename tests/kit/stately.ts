import type { AnyStateMachine } from 'xstate'

/** A JSON replacer that removes functions, which an array would otherwise hold as null. */
export const withoutFunctions = (_: string, value: unknown): unknown =>
  Array.isArray(value) ? value.filter((each) => typeof each !== 'function') : value

/** The machine as source code for Stately's editor, with all its names but without the functions behind them. */
export const toStately = ({ config }: AnyStateMachine): string =>
  `import { createMachine } from 'xstate'\n\nexport const machine = createMachine(${JSON.stringify(config, withoutFunctions, 2)})`
