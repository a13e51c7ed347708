import * as v from 'valibot'
import type { Conversation } from '#contract/chat.ts'
import { type ChatButton, type ChatMessage, contentOf } from '#contract/chat-content.ts'
import type { Language } from '#contract/language.ts'
import type { Words } from '#server/core/schema/rewards.ts'

type Topic = 'deposit' | 'missing' | 'withdraw' | 'bonus' | 'film' | 'human'
/** The bot's topics and the words that customers may use for them, in three languages. */
const TOPICS: readonly { topic: Topic | 'hello'; words: RegExp }[] = [
  { topic: 'human', words: /human|agent|support|admin|แอดมิน|เจ้าหน้าที่|ແອັດມິນ|ພະນັກງານ/i },
  { topic: 'missing', words: /missing|not arrived|ไม่เข้า|ບໍ່ເຂົ້າ/i },
  { topic: 'film', words: /\bhow\b|video|วิธี|วิดีโอ|ວິທີ|ວິດີໂອ/i },
  { topic: 'deposit', words: /deposit|ฝาก|ຝາກ/i },
  { topic: 'withdraw', words: /withdraw|ถอน|ຖອນ/i },
  { topic: 'bonus', words: /bonus|โบนัส|โปร|ໂບນັດ|ໂປຣ/i },
  { topic: 'hello', words: /^(hi|hello|hey)\b|สวัสดี|หวัดดี|ສະບາຍດີ/i },
]

/** The bot's texts. */
export const BOT_TEXTS = {
  hello: { th: 'สวัสดี ต้องการสอบถามเรื่องใด', la: 'ສະບາຍດີ ຕ້ອງການສອບຖາມເລື່ອງໃດ', en: 'Hello. What is it about?' },
  unsure: {
    th: 'เลือกเรื่องด้านล่าง หรือรอแอดมินตอบ',
    la: 'ເລືອກເລື່ອງດ້ານລຸ່ມ ຫຼື ລໍຖ້າແອັດມິນຕອບ',
    en: 'Choose a topic below, or wait for support.',
  },
  deposit: {
    th: 'ฝากเงินได้ด้วย QR สลิปโอนเงิน หรือซองของขวัญทรูมันนี่',
    la: 'ຝາກເງິນໄດ້ດ້ວຍ QR ສະລິບໂອນເງິນ ຫຼື ຊອງຂອງຂວັນ TrueMoney',
    en: 'Deposit by QR, bank slip or TrueMoney gift link',
  },
  missing: {
    th: 'กรุณาส่งสลิปโอนเงินในแชทนี้ แอดมินจะตรวจสอบให้',
    la: 'ກະລຸນາສົ່ງສະລິບໂອນເງິນໃນແຊັດນີ້ ແອັດມິນຈະກວດສອບໃຫ້',
    en: 'Send the bank slip in this chat. Support will check it.',
  },
  withdraw: {
    th: 'เลือกถอนเงินที่หน้าแรก เงินจะเข้าบัญชีธนาคารที่ลงทะเบียนไว้',
    la: 'ເລືອກຖອນເງິນທີ່ໜ້າຫຼັກ ເງິນຈະເຂົ້າບັນຊີທະນາຄານທີ່ລົງທະບຽນໄວ້',
    en: 'Choose Withdraw on the home page. The money goes to your registered bank account.',
  },
  film: { th: 'วิดีโอวิธีฝากเงิน', la: 'ວິດີໂອວິທີຝາກເງິນ', en: 'How to deposit, as a video' },
  human: {
    th: 'แอดมินจะตอบในแชทนี้ หากเร่งด่วน กรุณาโทร',
    la: 'ແອັດມິນຈະຕອບໃນແຊັດນີ້ ຖ້າດ່ວນ ກະລຸນາໂທ',
    en: 'Support will answer in this chat. If it is urgent, call.',
  },
  receive: {
    th: 'เลือกโบนัสที่หน้าโบนัส แล้วกดรับ หากมีปัญหา กรุณาเล่าในแชทนี้ แอดมินจะตรวจสอบให้',
    la: 'ເລືອກໂບນັດທີ່ໜ້າໂບນັດ ແລ້ວກົດຮັບ ຖ້າມີບັນຫາ ກະລຸນາບອກໃນແຊັດນີ້ ແອັດມິນຈະກວດສອບໃຫ້',
    en: 'Choose a bonus on the bonus page and collect it. If something is wrong, write it here. Support will check it.',
  },
  received: {
    th: 'ได้รับไฟล์แล้ว แอดมินจะตรวจสอบให้',
    la: 'ໄດ້ຮັບໄຟລ໌ແລ້ວ ແອັດມິນຈະກວດສອບໃຫ້',
    en: 'The file has arrived. Support will check it.',
  },
  welcome: { th: 'โบนัสต้อนรับ', la: 'ໂບນັດຕ້ອນຮັບ', en: 'Welcome bonus' },
  daily: { th: 'โบนัสรายวัน', la: 'ໂບນັດລາຍວັນ', en: 'Daily bonus' },
  turnover: {
    th: 'ทำยอดเทิร์นให้ครบแล้วจึงถอนทั้งหมดได้',
    la: 'ເຮັດຍອດເທີນໃຫ້ຄົບແລ້ວຈຶ່ງຖອນທັງໝົດໄດ້',
    en: 'Reach the turnover to withdraw all',
  },
} satisfies Record<string, Words>

/** The bot's button labels. */
export const BOT_BUTTONS = {
  deposit: { th: 'ฝากเงิน', la: 'ຝາກເງິນ', en: 'Deposit' },
  withdraw: { th: 'ถอนเงิน', la: 'ຖອນເງິນ', en: 'Withdraw' },
  bonus: { th: 'โบนัส', la: 'ໂບນັດ', en: 'Bonus' },
  conditions: { th: 'เงื่อนไขโบนัส', la: 'ເງື່ອນໄຂໂບນັດ', en: 'Bonus conditions' },
  missing: { th: 'เงินไม่เข้า', la: 'ເງິນບໍ່ເຂົ້າ', en: 'Money missing' },
  film: { th: 'วิธีฝากเงิน', la: 'ວິທີຝາກເງິນ', en: 'How to deposit' },
  human: { th: 'คุยกับแอดมิน', la: 'ລົມກັບແອັດມິນ', en: 'Talk to support' },
  call: { th: 'โทรหาแอดมิน', la: 'ໂທຫາແອັດມິນ', en: 'Call support' },
} satisfies Record<string, Words>
type Button = keyof typeof BOT_BUTTONS

/** Returns the language of the customer's newest message that contains letters, or Thai if there is no such message. */
function languageIn(texts: readonly string[]): Language {
  const text = texts.find((each) => /\p{L}/u.test(each)) ?? ''
  if (/[฀-๿]/.test(text)) return 'th'
  if (/[຀-໿]/.test(text)) return 'la'
  return /[a-z]/i.test(text) ? 'en' : 'th'
}

/** The message that a bonus card's button sends. */
const AskedBonus = v.object({ payload: v.literal('bonus') })

const PHONE = '020000000'

/** Returns the bot's message about a topic. Between them, the topics use every message type. */
function about(topic: Topic | 'hello' | 'unsure' | 'receive' | 'received', language: Language): ChatMessage {
  const text = (name: keyof typeof BOT_TEXTS) => BOT_TEXTS[name][language]
  const title = (name: Button) => BOT_BUTTONS[name][language]
  const web = (name: Button, payload: string): ChatButton => ({ title: title(name), type: 'web', payload })
  const postback = (name: Button): ChatButton => ({ title: title(name), type: 'postback', payload: name })
  const plain = (name: Button): ChatButton => ({ title: title(name), payload: title(name) })
  switch (topic) {
    case 'deposit': {
      const payloads = [web('deposit', '/user/home?dialog=deposit'), plain('film'), postback('missing')]
      return { message_type: 'buttons', payload: { message: text(topic) }, payloads }
    }
    case 'human': {
      const payloads: ChatButton[] = [{ title: title('call'), type: 'call', payload: PHONE }]
      return { message_type: 'buttons', payload: { message: text(topic) }, payloads }
    }
    case 'bonus': {
      const card = (name: 'welcome' | 'daily') => ({
        image_url: `/banners/${name}.svg`,
        title: text(name),
        subtitle: text('turnover'),
        buttons: [web('conditions', '/user/bonus'), postback('bonus')],
      })
      return { message_type: 'generic', payloads: [card('welcome'), card('daily')] }
    }
    case 'film': {
      const payload = { message: text(topic), fileType: 'video', url: '/help/wallet.mp4', name: 'wallet.mp4' }
      return { message_type: 'media', payload }
    }
    case 'hello':
    case 'unsure': {
      const payloads = (['deposit', 'withdraw', 'bonus', 'human'] as const).map(plain)
      return { message_type: 'quick_replies', payload: { message: text(topic) }, payloads }
    }
    default:
      return { message_type: 'text', payload: { message: text(topic) } }
  }
}

const wordsIn = (message: ChatMessage): string => {
  const content = contentOf(message)
  return 'message' in content ? content.message : ''
}

/**
 * Returns the bot's answer to a customer's message. `before` contains the customer's earlier messages, newest first.
 * They determine the language if the message itself contains no letters, for example if it is a file or a number. The
 * bot replies to an unknown button according to its title, and to a bonus card's button with text, so that it does not
 * send the same cards again.
 */
export function botAnswer({ message }: Pick<Conversation, 'message'>, before: readonly ChatMessage[]): ChatMessage {
  const { type } = contentOf(message)
  const said = wordsIn(message)
  const language = languageIn([said, ...before.map(wordsIn)])
  if (type === 'media') return about('received', language)
  if (type === 'postback' && v.is(AskedBonus, message.payload)) return about('receive', language)
  const found = TOPICS.find(({ words }) => words.test(said))
  return about(found?.topic ?? 'unsure', language)
}
