import { demoMembers } from './demo.ts'
import type { Member } from './member.ts'
import { Refused } from './refused.ts'

/** One message in a conversation, as it is stored and sent. */
export type Message = Record<string, unknown> & { createdAt: string }
type Otp = { phone: string; code: string; isVerified: boolean }

/** The operator's switches. */
export const SWITCHES = {
  terminated: false,
  registerOTP: true,
  enableChatWidget: true,
  spinActive: true,
  isManual: false,
}
export type SwitchName = keyof typeof SWITCHES

/** Returns a banner with the fields of R155. */
export const banner = (name: string, words: string) => ({ image: `/banners/${name}.svg`, html: `<p>${words}</p>` })

/** All of the site's data, in memory. */
export class Site {
  /** The members by phone number. */
  readonly members = new Map<string, Member>(demoMembers().map((member) => [member.username, member]))
  readonly tokens = new Map<string, Member>()
  /** The one-time codes by token, newest last. */
  readonly otps = new Map<string, Otp>()
  readonly switches = { ...SWITCHES }
  /** The TrueMoney wallets for gift links: only a wallet in mode AUTO accepts them. */
  wallets = [
    { walletAccountName: 'Operator 2', mode: 'SMS' },
    { walletAccountName: 'Operator 1', mode: 'AUTO' },
  ]
  readonly contact = {
    contactText: '<p>ติดต่อเราได้ตลอด 24 ชั่วโมง</p>',
    lineLink: 'https://line.me/ti/p/@operator',
    lineName: '@operator',
    lineQR: null as string | null,
  }
  readonly banners = {
    invite: [banner('friends', 'ชวนเพื่อนมาเล่นด้วยกัน')],
    refund: [banner('cashback', 'คืนยอดเสียทุกวัน')],
  }
  /** Messages by the id of the member or guest, newest first. */
  readonly chats = new Map<string, Message[]>()
  readonly uploads = new Map<string, File>()
  readonly cashedLinks = new Set<string>()
  /** Sends a message to the room of a conversation. Assigned once there is a socket. */
  publish: (id: string, message: Message) => void = () => {}
  /** Cuts all chat connections. Assigned once there is a socket. */
  cutSockets: () => void = () => {}

  /** Returns the member with this phone number. Throws NO_USER if there is none. */
  named(username: string): Member {
    const member = this.members.get(username)
    if (!member) throw new Refused('NO_USER')
    return member
  }

  /** Returns the member with this id, if there is one. */
  withId = (id: string): Member | undefined => [...this.members.values()].find((member) => member.id === id)

  /** Stores a file and returns the path at which it is served. */
  upload(file: File): string {
    const path = `/uploads/${crypto.randomUUID()}`
    this.uploads.set(path, file)
    return path
  }

  /** Stores a message and sends it to its room. */
  say(id: string, message: Record<string, unknown>): Message {
    const said = { ...message, createdAt: new Date().toISOString() }
    this.chats.set(id, [said, ...(this.chats.get(id) ?? [])])
    this.publish(id, said)
    return said
  }
}
