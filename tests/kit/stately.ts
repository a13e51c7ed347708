import type { AnyStateMachine } from 'xstate'

/** The machine as source for Stately's editor: all its names, without the functions behind them. */
export const toStately = ({ config }: AnyStateMachine): string =>
  `import { createMachine } from 'xstate'\n\nexport const machine = createMachine(${JSON.stringify(config, null, 2)})`
