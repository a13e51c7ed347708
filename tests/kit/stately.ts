import type { AnyStateMachine } from 'xstate'

/** A JSON replacer that removes functions from arrays, where JSON would replace them with null. */
export const withoutFunctions = (_: string, value: unknown): unknown =>
  Array.isArray(value) ? value.filter((each) => typeof each !== 'function') : value

/** The machine as source code for Stately's editor, with all names but without the implementations. */
export const toStately = ({ config }: AnyStateMachine): string =>
  `import { createMachine } from 'xstate'\n\nexport const machine = createMachine(${JSON.stringify(config, withoutFunctions, 2)})`
