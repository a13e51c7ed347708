import type { Db } from './db.ts'
import { switches } from './schema/site.ts'

/**
 * Switches of the site as they start. `isManual`: transfers are checked by hand (D-11); `loginClosed`, `registerClosed`:
 * nobody logs in or registers for now (assumed);
 * `inviteActive`, `refundActive`: what was earned can be collected; `operatorTexts`: the operator has agreements,
 * conditions, banners, LINE and a web site.
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

/** All switches as they stand. */
export async function readSwitches(db: Db): Promise<Record<Switch, boolean>> {
  const changed = await db.select().from(switches)
  return { ...SWITCHES, ...Object.fromEntries(changed.map(({ name, isOn }) => [name, isOn])) }
}

/** Turns one switch on or off. */
export const setSwitch = (db: Db, name: Switch, isOn: boolean) =>
  db.insert(switches).values({ name, isOn }).onConflictDoUpdate({ target: switches.name, set: { isOn } })
