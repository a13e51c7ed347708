import type { Db } from './db.ts'
import { switches } from './schema/site.ts'

/** The switches of the site, with their default values. */
export const SWITCHES = {
  terminated: false,
  /** True while nobody can log in (assumed). */
  loginClosed: false,
  /** True while nobody can register (assumed). */
  registerClosed: false,
  registerOTP: true,
  enableChatWidget: true,
  spinActive: true,
  /** True if members can collect what they earned from invited friends. */
  inviteActive: true,
  /** True if members can collect refunds. */
  refundActive: true,
  /** True if the operator has provided agreements, conditions, banners, a LINE account and a web site. */
  operatorTexts: true,
  /** True if transfers are checked by hand (D-11). */
  isManual: false,
}
export type Switch = keyof typeof SWITCHES

export type Switches = Readonly<Record<Switch, boolean>>

/**
 * The channel on which the database announces each change of a switch.
 * Source: server/migrations/0012_switches_notify.sql.
 */
export const SWITCHES_CHANNEL = 'switches'
/**
 * The maximum age of cached switches, in ms. If the connection dies unnoticed, a missed change takes effect after this
 * time at the latest.
 */
const MOST_AGE = 5_000

/** Reads all switches from the database. */
export async function readSwitches(db: Db): Promise<Switches> {
  const changed = await db.select().from(switches)
  return { ...SWITCHES, ...Object.fromEntries(changed.map(({ name, isOn }) => [name, isOn])) }
}

/** Sets one switch. */
const setSwitch = (db: Db, name: Switch, isOn: boolean) =>
  db.insert(switches).values({ name, isOn }).onConflictDoUpdate({ target: switches.name, set: { isOn } })

/**
 * Returns a cache of the switches for one process. The cache listens to {@link SWITCHES_CHANNEL}. While it is not
 * listening, each `read` queries the database.
 */
export function createSwitches() {
  let isListening = false
  let changes = 0
  let cached: { values: Switches; until: number } | null = null
  function forget() {
    changes += 1
    cached = null
  }
  return {
    read: async (db: Db): Promise<Switches> => {
      const now = performance.now()
      if (cached && now < cached.until) return cached.values
      const before = changes
      const values = await readSwitches(db)
      // Does not cache values that may be stale because a switch changed during the query.
      if (isListening && changes === before) cached = { values, until: now + MOST_AGE }
      return values
    },
    /** Sets one switch. This process sees the change immediately. */
    set: async (db: Db, name: Switch, isOn: boolean) => {
      await setSwitch(db, name, isOn)
      forget()
    },
    /** Resets all switches to their defaults. This process sees the change immediately. */
    reset: async (db: Db) => {
      await db.delete(switches)
      forget()
    },
    notified: forget,
    listening: (isUp: boolean) => {
      isListening = isUp
      forget()
    },
  }
}
export type SwitchCache = ReturnType<typeof createSwitches>
