import { vi } from 'vitest'
import type * as xstate from 'xstate'
import { type Config, mutantsOf } from './mutants.ts'

const [id = '', at = ''] = (process.env.MUTANT ?? '').split('#')

/** Injects the fault given in MUTANT, as `machine#number`, wherever that machine is created. */
vi.mock('xstate', async (original) => {
  const real = await original<typeof xstate>()
  const setup = (parts: never) => {
    const made = real.setup(parts)
    const createMachine = (config: Config) => {
      const mutant = config.id === id ? mutantsOf(config)[Number(at)] : undefined
      return made.createMachine((mutant?.config ?? config) as never)
    }
    return { ...made, createMachine }
  }
  return { ...real, setup }
})
