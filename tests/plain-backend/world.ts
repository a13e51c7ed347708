import { Hono } from 'hono'
import type { Faults } from './faults.ts'
import { book, newMember } from './member.ts'
import { play } from './rewards.ts'
import { type Site, SWITCHES, type SwitchName } from './site.ts'

/** Events outside the site, by name. All amounts are in satang. */
const events = (site: Site, faults: Faults) => ({
  /** A bank receives the payment for a QR code. The code may belong to any member. */
  pay({ qrcodeId, amount }: { qrcodeId: string; amount?: number }) {
    for (const member of site.members.values())
      for (const [provider, code] of member.codes)
        if (code.qrcodeId === qrcodeId) {
          member.codes.delete(provider)
          const entry = { statementType: 'deposit', status: 'SUCCESS', from: provider, to: 'WALLET' } as const
          return book(member, amount ?? code.amount, entry)
        }
    throw new Error(`no code ${qrcodeId}`)
  },
  /** Returns the newest OTP sent to a phone. Throws if there is none. */
  sms({ phone }: { phone: string }) {
    const otp = [...site.otps.values()].findLast((each) => each.phone === phone)
    if (!otp) throw new Error(`nothing sent to ${phone}`)
    return otp.code
  },
  switch({ name, isOn }: { name: SwitchName; isOn: boolean }) {
    site.switches[name] = isOn
  },
  coins({ username, coins }: { username: string; coins: number }) {
    site.named(username).coins += coins
  },
  play({ username, game, stake, outcome }: { username: string; game: string; stake: number; outcome: 'win' | 'lose' }) {
    play(site.named(username), game, stake, outcome)
  },
  /** A friend registers through a member's link and plays a stake. */
  friend({ username, stake, outcome }: { username: string; stake: number; outcome: 'win' | 'lose' }) {
    const phone = `friend-${crypto.randomUUID()}`
    const bank = { bankCode: 'SCB', bankAccountName: 'A FRIEND', bankAccountNo: phone }
    const friend = newMember({
      name: 'A Friend',
      username: phone,
      password: phone,
      ...bank,
      inviter: site.named(username),
    })
    site.members.set(phone, friend)
    friend.games.set('pg', { username: phone, password: phone, amount: stake })
    play(friend, 'pg', stake, outcome)
  },
  /** Accepts the member's newest pending slip, or rejects it for `reason` if there is no `amount`. */
  slip({ username, amount, reason }: { username: string; amount?: number; reason?: string }) {
    const member = site.named(username)
    const slip = member.slips.find(({ status }) => status === 'PENDING')
    if (!slip) throw new Error('no slip waits')
    if (amount === undefined) return Object.assign(slip, { status: 'FAILED', note: reason })
    Object.assign(slip, { status: 'SUCCESS', amount, reference: slip.id })
    book(member, amount, { statementType: 'deposit', status: 'SUCCESS', from: member.bankCode, to: 'WALLET' })
  },
  /** Pays the member's newest pending withdrawal, or rejects and refunds it. */
  withdrawal({ username, isApproved }: { username: string; isApproved: boolean }) {
    const member = site.named(username)
    const entry = member.entries.find(
      ({ statementType, status }) => statementType === 'withdraw' && status === 'PENDING',
    )
    if (!entry) throw new Error('no withdrawal waits')
    entry.status = isApproved ? 'SUCCESS' : 'FAILED'
    if (!isApproved) member.main += entry.amount
  },
  /** Sends a reply from support to a conversation. */
  say({ id, text, message }: { id: string; text?: string; message?: object }) {
    site.say(id, { sender: 'other', message: message ?? { message_type: 'text', payload: { message: text } } })
  },
  /**
   * Sets a fault for the next calls of a route. The fault `socket-cut` instead cuts the chat connections immediately.
   */
  fault({ line, kind, times, ms }: { line: string; kind: string; times: number; ms: number }) {
    if (kind === 'socket-cut') site.cutSockets()
    else faults.set(line, { kind, times, ms })
  },
  /** The number of faults that have not occurred yet. */
  faults: () => [...faults.values()].reduce((sum, { times }) => sum + times, 0),
  /** Clears all faults and resets every switch. */
  restore() {
    faults.clear()
    Object.assign(site.switches, SWITCHES)
  },
})
/** The events by name, with their inputs and results. */
export type Events = ReturnType<typeof events>

/** Serves `POST /world/NAME` for tests: runs the event NAME with the fields of the JSON body. */
export function world(site: Site, faults: Faults): Hono {
  const happen = events(site, faults)
  return new Hono().post('/world/:name', async (c) => {
    const name = c.req.param('name')
    if (!Object.hasOwn(happen, name)) return c.json({ message: `no event ${name}` }, 404)
    const event = happen[name as keyof Events] as (fields: unknown) => unknown
    try {
      return c.json({ value: event(await c.req.json()) })
    } catch (error) {
      return c.json({ message: String(error) }, 400)
    }
  })
}
