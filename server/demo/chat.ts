import { eq } from 'drizzle-orm'
import type { Conversation } from '#contract/chat.ts'
import type { ChatMessage } from '#contract/chat-content.ts'
import type { Db } from '#server/core/db.ts'
import { chatMessages, chats } from '#server/core/schema/chat.ts'
import { type Kind, sayingOf } from './sandbox/agent-says.ts'

type Past = { hours: number; sender: Conversation['sender']; message: ChatMessage }

const asks = (hours: number, message: string): Past => ({
  hours,
  sender: 'customer',
  message: { message_type: 'text', payload: { message }, deliver: 'succeed' },
})
/** The demo conversation's files. They are in public/, so that every demo database can use them. */
const FILES = {
  image: { url: '/banners/welcome.svg', name: 'welcome.svg' },
  file: { url: '/help/wallet.th.vtt', name: 'wallet.th.vtt' },
}
const answers = (hours: number, kind: Kind, message: string): Past => ({
  hours,
  sender: 'other',
  message: sayingOf(kind, message, FILES),
})

/**
 * The demo conversation between the member and support, oldest message first. It contains every message type and fills
 * more than two pages.
 */
const SAID: readonly Past[] = [
  asks(411, 'สวัสดี อยากฝากเงิน'),
  answers(410.9, 'quick_replies', 'สวัสดี ต้องการสอบถามเรื่องใด'),
  asks(410.8, 'ฝากเงินต้องทำอย่างไร'),
  answers(410.7, 'buttons', 'ฝากเงินได้ด้วย QR สลิปโอนเงิน หรือซองของขวัญทรูมันนี่'),
  answers(410.6, 'video', 'วิดีโอวิธีฝากเงิน'),
  answers(410.5, 'file', 'คำบรรยายของวิดีโอ'),
  asks(410.4, 'ดูแล้ว เข้าใจแล้ว'),
  asks(389, 'ถอนเงินแล้ว เงินจะเข้าเมื่อไร'),
  answers(388.9, 'text', 'ได้รับคำขอแล้ว เงินจะเข้าบัญชีธนาคารที่ลงทะเบียนไว้'),
  asks(388, 'เงินเข้าแล้ว ขอบคุณ'),
  asks(171, 'มีโปรโมชั่นอะไรบ้าง'),
  answers(170.9, 'image', 'โบนัสต้อนรับ'),
  answers(170.8, 'generic', ''),
  asks(170.7, 'ยอดเทิร์นนับอย่างไร'),
  answers(170.6, 'text', 'ยอดที่เล่นได้นับเต็มจำนวน ยอดที่เล่นเสียนับตามเงื่อนไขของโบนัส'),
  answers(170.5, 'postback', 'ดูเงื่อนไขโบนัส'),
  asks(52, 'สลิปไม่ผ่านการตรวจสอบ'),
  answers(51.9, 'text', 'เลขอ้างอิงบนสลิปไม่ชัด กรุณาส่งสลิปใบใหม่'),
  asks(51.8, 'ส่งใบใหม่แล้ว'),
  answers(51.7, 'other', 'ข้อความนี้เปิดได้ในเวอร์ชันใหม่'),
  answers(51.6, 'text', 'ตรวจสอบแล้ว เงินเข้ากระเป๋าหลักแล้ว'),
  answers(3, 'text', 'มีโบนัสรายวันใหม่ ดูได้ที่หน้าโบนัส'),
]
const UNREAD = 1

/** Inserts the demo conversation for a member. Its newest message is unread. Source: R184–R197. */
export async function addChat(tx: Db, memberId: string, now: number) {
  await tx.insert(chats).values({ owner: memberId })
  const rows = await tx
    .insert(chatMessages)
    .values(
      SAID.map(({ hours, sender, message }, at) => ({
        chat: memberId,
        clientId: `demo-${at + 1}`,
        sender,
        message,
        name: sender === 'other' ? 'แอดมิน' : null,
        createdAt: new Date(now - hours * 60 * 60_000),
      })),
    )
    .returning({ seq: chatMessages.seq })
  const read = rows.at(-1 - UNREAD)?.seq ?? 0
  await tx.update(chats).set({ readSeq: read, agentReadSeq: read }).where(eq(chats.owner, memberId))
}
