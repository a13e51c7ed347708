import type { Driver } from '../kit/driver.ts'

const loads = import.meta.glob<{ default: Driver }>('../drivers/*.tsx')

/** Loads the driver of each machine, by its stem. */
export const drivers: ReadonlyMap<string, () => Promise<Driver>> = new Map(
  Object.entries(loads).map(([file, load]) => [
    file.slice('../drivers/'.length, -'.tsx'.length),
    async () => (await load()).default,
  ]),
)
