import type { Db } from './db.ts'
import { switches } from './schema/site.ts'

/**
 * The default switches of the site. `isManual`: transfers are checked by hand (D-11); `loginClosed`, `registerClosed`:
 * login or registration is temporarily closed (assumed); `inviteActive`, `refundActive`: rewards can be collected;
 * `operatorTexts`: the operator has agreements, conditions, banners, LINE and a web site.
 */
export const SWITCHES = {
  terminated: false,
  loginClosed: false,
  registerClosed: false,
  registerOTP: true,
  enableChatWidget: true,
  spinActive: true,
  inviteActive: true,
  refundActive: true,
  operatorTexts: true,
  isManual: false,
}
export type Switch = keyof typeof SWITCHES

export type Switches = Readonly<Record<Switch, boolean>>

/** The channel on which the database announces each switch change. Source: server/migrations/0012_switches_notify.sql. */
export const SWITCHES_CHANNEL = 'switches'
/** The maximum age of cached switches, ms. It is limited because a dead connection may go unnoticed for a while. */
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
 * Returns a cache of the switches for one process. The cache is the listener of {@link SWITCHES_CHANNEL}; while it is
 * not listening, each `read` queries the database.
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
      // A change during the query may be missing from its result.
      if (isListening && changes === before) cached = { values, until: now + MOST_AGE }
      return values
    },
    /** Sets one switch; this process sees the change immediately. */
    set: async (db: Db, name: Switch, isOn: boolean) => {
      await setSwitch(db, name, isOn)
      forget()
    },
    /** Resets all switches to their defaults; this process sees the change immediately. */
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
