import type { Driver } from './driver.ts'

const loads = import.meta.glob<{ default: Driver }>('../flows/*/*.screen.tsx')

/** The functions that load the drivers, by the stem of the machine. For pages that Vite serves. */
export const drivers: ReadonlyMap<string, () => Promise<Driver>> = new Map(
  Object.entries(loads).map(([file, load]) => [
    file.slice(file.lastIndexOf('/') + 1, -'.screen.tsx'.length),
    async () => (await load()).default,
  ]),
)

/** Returns the driver of one machine. Throws if the machine has no driver. */
export async function driverOf(stem: string): Promise<Driver> {
  const load = drivers.get(stem)
  if (!load) throw new Error(`no driver for ${stem}`)
  return load()
}
