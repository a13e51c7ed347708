import { LANGUAGES, type Language } from '#contract/language.ts'
import type { Source } from '#contract/register.ts'
import type { OtpPurpose } from '#server/core/schema/members.ts'

/**
 * Returns the language in a `lang` cookie, whose value is a language code in upper case. If there is no valid cookie,
 * returns Thai, or Lao on a Laos site. Source: D-02, R13.
 */
export const languageOf = (cookie: string | undefined, isLaos: boolean): Language =>
  LANGUAGES.find((language) => language.toUpperCase() === cookie) ?? (isLaos ? 'la' : 'th')

/** The operator's LINE contact; the QR code image is in `public/`. Source: R149, R310. */
export const LINE = { lineLink: 'https://krapao.example/line', lineName: '@krapao', lineQR: '/line-qr.svg' }

/** Instructions for contacting support, in simple HTML. A `span` keeps its words on one line. Source: R149. */
export const CONTACT: Record<Language, string> = {
  th: '<p>แอดมินตอบทุกวัน <b>ตลอด 24 ชั่วโมง</b></p><p>กรุณาแจ้งเบอร์โทรศัพท์ที่สมัคร หากเป็นเรื่อง<span>ฝากเงิน</span> ให้แนบสลิปโอนเงินด้วย</p><p>แอดมินจะไม่ขอรหัสผ่านหรือรหัส OTP จากคุณ</p>',
  la: '<p>ແອັດມິນຕອບທຸກມື້ <b>ຕະຫຼອດ 24 ຊົ່ວໂມງ</b></p><p>ກະລຸນາແຈ້ງເບີໂທລະສັບທີ່ລົງທະບຽນ ຖ້າເປັນເລື່ອງ<span>ຝາກເງິນ</span> ໃຫ້ແນບສະລິບໂອນເງິນນຳ</p><p>ແອັດມິນຈະບໍ່ຂໍລະຫັດຜ່ານ ຫຼື ລະຫັດ OTP ຈາກທ່ານ</p>',
  en: '<p>Support answers every day, <b>at any hour</b></p><p>Give the phone number you registered. If it is about a deposit, add the bank slip.</p><p>Support never asks for your password or an OTP code</p>',
}

/**
 * The explanation of how play counts towards a bonus's turnover. The screen fills in `percentFail`. Source: R154, D-16,
 * D-45.
 */
export const NOTICE: Record<Language, string> = {
  th: 'ตาที่ชนะ ยอดเดิมพันนับเป็นยอดเทิร์นเต็มจำนวน ตาที่แพ้นับ {{percentFail}}% ทำยอดเทิร์นให้ครบแล้วจึงโยกเงินออกจากเกมและถอนทั้งหมดได้ หากยกเลิกก่อน เงินในเกมจะถูกล้าง และโบนัสจะถูกหักคืนจากกระเป๋าหลัก',
  la: 'ຕາທີ່ຊະນະ ຍອດເດີມພັນນັບເປັນຍອດເທີນເຕັມຈຳນວນ ຕາທີ່ເສຍນັບ {{percentFail}}% ເຮັດຍອດເທີນໃຫ້ຄົບແລ້ວຈຶ່ງຍ້າຍເງິນອອກຈາກເກມ ແລະ ຖອນທັງໝົດໄດ້ ຖ້າຍົກເລີກກ່ອນ ເງິນໃນເກມຈະຖືກລ້າງ ແລະ ໂບນັດຈະຖືກຫັກຄືນຈາກກະເປົາຫຼັກ',
  en: 'A bet that wins counts in full towards the turnover, a bet that loses counts {{percentFail}}%. Once it is reached you can take money out of the games and withdraw all. If you end the bonus before, the money in the games is cleared and the bonus is taken back from your main wallet.',
}

/** A code and the details for its text message. `title` and `url` are those of the site. */
type Code = { title: string; url: string; code: string; ref: string; minutes: number }
/** Phones autofill the code from this last line of the message, but only on this site. */
const webOtp = ({ url, code }: Code) => `\n\n@${new URL(url).host} #${code}`

type CodeText = Record<Language, (code: Code) => string>
/** The text message for each purpose of a code. It contains the code and states the purpose. */
export const OTP_TEXT: Record<OtpPurpose, CodeText> = {
  register: {
    th: (code) =>
      `${code.title}: รหัส OTP ${code.code} รหัสอ้างอิง ${code.ref} ใช้ได้ ${code.minutes} นาที อย่าบอกรหัสนี้กับผู้อื่น${webOtp(code)}`,
    la: (code) =>
      `${code.title}: ລະຫັດ OTP ${code.code} ລະຫັດອ້າງອີງ ${code.ref} ໃຊ້ໄດ້ ${code.minutes} ນາທີ ຢ່າບອກລະຫັດນີ້ກັບຄົນອື່ນ${webOtp(code)}`,
    en: (code) =>
      `${code.title}: OTP code ${code.code}, reference ${code.ref}. Valid for ${code.minutes} minutes. Tell nobody this code.${webOtp(code)}`,
  },
  recover: {
    th: (code) =>
      `${code.title}: รหัส OTP ${code.code} สำหรับตั้งรหัสผ่านใหม่ รหัสอ้างอิง ${code.ref} ใช้ได้ ${code.minutes} นาที อย่าบอกรหัสนี้กับผู้อื่น แม้แต่แอดมิน${webOtp(code)}`,
    la: (code) =>
      `${code.title}: ລະຫັດ OTP ${code.code} ສຳລັບຕັ້ງລະຫັດຜ່ານໃໝ່ ລະຫັດອ້າງອີງ ${code.ref} ໃຊ້ໄດ້ ${code.minutes} ນາທີ ຢ່າບອກລະຫັດນີ້ກັບຄົນອື່ນ ແມ້ແຕ່ແອັດມິນ${webOtp(code)}`,
    en: (code) =>
      `${code.title}: OTP code ${code.code} to set a new password, reference ${code.ref}. Valid for ${code.minutes} minutes. Tell nobody this code, not even support.${webOtp(code)}`,
  },
}

const bangkok = new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Bangkok', dateStyle: 'short', timeStyle: 'short' })
/** `DD/MM/YYYY HH:mm` */
const inBangkok = (at: Date) => bangkok.format(at).replace(',', '')

/** The message that withdrawals are blocked until `at` because the password or the bank account was changed. */
export const WITHDRAW_WAIT: Record<Language, (at: Date) => string> = {
  th: (at) =>
    `เพื่อความปลอดภัย จะถอนเงินได้ตั้งแต่ ${inBangkok(at)}\u00a0น. เพราะเพิ่งเปลี่ยนรหัสผ่านหรือบัญชีธนาคาร หากไม่ได้เปลี่ยนเอง กรุณาติดต่อแอดมินทันที`,
  la: (at) =>
    `ເພື່ອຄວາມປອດໄພ ຈະຖອນເງິນໄດ້ຕັ້ງແຕ່ ${inBangkok(at)}\u00a0ໂມງ ເພາະຫາກໍປ່ຽນລະຫັດຜ່ານ ຫຼື ບັນຊີທະນາຄານ ຖ້າບໍ່ໄດ້ປ່ຽນເອງ ກະລຸນາຕິດຕໍ່ແອັດມິນທັນທີ`,
  en: (at) =>
    `The password or the bank account was changed a short time ago. To keep your money safe, withdrawals are possible from ${inBangkok(at)}. If it was not you, contact support at once.`,
}

/**
 * The message that today's withdrawal limit is reached, and that a new day begins at `at`, the next midnight in
 * Bangkok.
 */
export const WITHDRAW_DAY: Record<Language, (at: Date) => string> = {
  th: (at) => `เกินวงเงินหรือจำนวนครั้งที่ถอนได้ของวันนี้แล้ว เริ่มนับใหม่ ${inBangkok(at)}\u00a0น.`,
  la: (at) => `ເກີນວົງເງິນ ຫຼື ຈຳນວນເທື່ອທີ່ຖອນໄດ້ຂອງມື້ນີ້ແລ້ວ ເລີ່ມນັບໃໝ່ ${inBangkok(at)}\u00a0ໂມງ`,
  en: (at) => `Today’s limit of withdrawals is reached. A new day begins at ${inBangkok(at)}.`,
}

/** The message that, until `at` (the next midnight in Bangkok), only what is left of today's limit can be withdrawn. */
export const DAY_LEFT: Record<Language, (at: Date) => string> = {
  th: (at) => `จำนวนสูงสุดคือวงเงินถอนที่เหลือของวันนี้ เริ่มนับใหม่ ${inBangkok(at)}\u00a0น.`,
  la: (at) => `ຈຳນວນສູງສຸດແມ່ນວົງເງິນຖອນທີ່ເຫຼືອຂອງມື້ນີ້ ເລີ່ມນັບໃໝ່ ${inBangkok(at)}\u00a0ໂມງ`,
  en: (at) => `The maximum is what is left of today’s limit. A new day begins at ${inBangkok(at)}.`,
}

/** The message that tells a self-excluded member that a withdrawal ends the active bonus. */
export const GIVES_UP: Record<Language, string> = {
  th: 'คุณงดเล่นอยู่ จึงไม่ต้องทำยอดเทิร์น เมื่อถอนเงิน โบนัสที่ใช้อยู่จะถูกยกเลิก และยอดโบนัสจะถูกหักคืนจากกระเป๋าหลัก',
  la: 'ທ່ານງົດຫຼິ້ນຢູ່ ຈຶ່ງບໍ່ຕ້ອງເຮັດຍອດເທີນ ເມື່ອຖອນເງິນ ໂບນັດທີ່ໃຊ້ຢູ່ຈະຖືກຍົກເລີກ ແລະ ຍອດໂບນັດຈະຖືກຫັກຄືນຈາກກະເປົາຫຼັກ',
  en: 'You are excluded from play, so no turnover is needed. A withdrawal ends the bonus in effect and takes its amount back from the main wallet.',
}

/** The message that a break from play lasts until `until`, and which services remain available. */
export const PLAY_BREAK: Record<Language, (until: Date) => string> = {
  th: (until) => `คุณพักการเล่นอยู่ถึง ${inBangkok(until)}\u00a0น. ระหว่างนี้ยังถอนเงิน โยกเงินออกจากเกม และแชทกับแอดมินได้ตามปกติ`,
  la: (until) =>
    `ທ່ານພັກການຫຼິ້ນຢູ່ຮອດ ${inBangkok(until)}\u00a0ໂມງ ໃນລະຫວ່າງນີ້ຍັງຖອນເງິນ ຍ້າຍເງິນອອກຈາກເກມ ແລະ ແຊັດກັບແອັດມິນໄດ້ຕາມປົກກະຕິ`,
  en: (until) =>
    `You are taking a break from play until ${inBangkok(until)}. You can still withdraw, move money out of games and chat with support.`,
}

/**
 * The message that a deposit would exceed the member's deposit limit. `left`: the amount that can still be deposited,
 * with its currency, or null if nothing can.
 */
export const DEPOSIT_LIMIT: Record<Language, (left: string | null) => string> = {
  th: (left) =>
    `${left ? `ตามวงเงินฝากที่คุณตั้งไว้ ฝากได้อีกไม่เกิน ${left}` : 'ตอนนี้ฝากเพิ่มไม่ได้ เพราะถึงวงเงินฝากที่คุณตั้งไว้แล้ว'} รายละเอียดอยู่ที่หน้า “การเล่นของฉัน”`,
  la: (left) =>
    `${left ? `ຕາມວົງເງິນຝາກທີ່ທ່ານຕັ້ງໄວ້ ຝາກໄດ້ອີກບໍ່ເກີນ ${left}` : 'ຕອນນີ້ຝາກເພີ່ມບໍ່ໄດ້ ເພາະຮອດວົງເງິນຝາກທີ່ທ່ານຕັ້ງໄວ້ແລ້ວ'} ລາຍລະອຽດຢູ່ໃນໜ້າ “ການຫຼິ້ນຂອງຂ້ອຍ”`,
  en: (left) =>
    `${left ? `Your deposit limit lets you deposit ${left} more.` : 'Your deposit limit is reached.'} “My play” shows your deposit limits and what you have paid in.`,
}

/**
 * The message that a transfer into games would exceed the member's loss limit. `left`: the amount that can still be
 * moved into games, with its currency, or null if nothing can.
 */
export const LOSS_LIMIT: Record<Language, (left: string | null) => string> = {
  th: (left) =>
    left
      ? `ตามวงเงินเล่นเสียที่คุณตั้งไว้ โยกเงินเข้าเกมได้อีกไม่เกิน ${left} ดูวงเงินได้ที่หน้า “การเล่นของฉัน”`
      : 'ยอดที่เล่นเสียรวมกับเงินในเกมถึงหรือเกินวงเงินเล่นเสียที่คุณตั้งไว้แล้ว แต่ยังโยกเงินออกจากเกมและถอนเงินได้ตามปกติ ดูวงเงินได้ที่หน้า “การเล่นของฉัน”',
  la: (left) =>
    left
      ? `ຕາມວົງເງິນຫຼິ້ນເສຍທີ່ທ່ານຕັ້ງໄວ້ ຍ້າຍເງິນເຂົ້າເກມໄດ້ອີກບໍ່ເກີນ ${left} ເບິ່ງວົງເງິນໄດ້ໃນໜ້າ “ການຫຼິ້ນຂອງຂ້ອຍ”`
      : 'ຍອດທີ່ຫຼິ້ນເສຍລວມກັບເງິນໃນເກມຮອດ ຫຼື ເກີນວົງເງິນຫຼິ້ນເສຍທີ່ທ່ານຕັ້ງໄວ້ແລ້ວ ແຕ່ຍັງຍ້າຍເງິນອອກຈາກເກມ ແລະ ຖອນເງິນໄດ້ຕາມປົກກະຕິ ເບິ່ງວົງເງິນໄດ້ໃນໜ້າ “ການຫຼິ້ນຂອງຂ້ອຍ”',
  en: (left) =>
    left
      ? `Your loss limit lets ${left} more go into games. “My play” shows your limits.`
      : 'Your losses and the money in your games are at your loss limit or above it. You can still move money out of games and withdraw. “My play” shows your limits.',
}

/** The message that the member has reached a time limit and can play again from `from`. */
export const TIME_LIMIT: Record<Language, (from: Date) => string> = {
  th: (from) =>
    `คุณเล่นครบเวลาที่ตั้งไว้แล้ว เล่นต่อได้ตั้งแต่ ${inBangkok(from)}\u00a0น. ระหว่างนี้ยังถอนเงิน โยกเงินออกจากเกม และแชทกับแอดมินได้ตามปกติ ดูเวลาได้ที่หน้า “การเล่นของฉัน”`,
  la: (from) =>
    `ທ່ານຫຼິ້ນຄົບເວລາທີ່ຕັ້ງໄວ້ແລ້ວ ຫຼິ້ນຕໍ່ໄດ້ຕັ້ງແຕ່ ${inBangkok(from)}\u00a0ໂມງ ໃນລະຫວ່າງນີ້ຍັງຖອນເງິນ ຍ້າຍເງິນອອກຈາກເກມ ແລະ ແຊັດກັບແອັດມິນໄດ້ຕາມປົກກະຕິ ເບິ່ງເວລາໄດ້ໃນໜ້າ “ການຫຼິ້ນຂອງຂ້ອຍ”`,
  en: (from) =>
    `You have played as long as your time limit allows. You can play again from ${inBangkok(from)}. You can still withdraw, move money out of games and chat with support. “My play” shows your limits.`,
}

/** The message that a passkey is refused. */
export const PASSKEY_REFUSED: Record<Language, string> = {
  th: 'ใช้พาสคีย์นี้ไม่ได้ อาจถูกลบออกจากบัญชีแล้ว หรือรอนานเกินไป ลองอีกครั้ง หรือเข้าสู่ระบบด้วยรหัสผ่าน',
  la: 'ໃຊ້ພາສຄີນີ້ບໍ່ໄດ້ ອາດຖືກລຶບອອກຈາກບັນຊີແລ້ວ ຫຼື ລໍຖ້າດົນເກີນໄປ ລອງອີກເທື່ອໜຶ່ງ ຫຼື ເຂົ້າສູ່ລະບົບດ້ວຍລະຫັດຜ່ານ',
  en: 'This passkey does not work here. It may have been removed, or it took too long. Try again, or log in with your password.',
}

/** The message that a passkey was not added. */
export const PASSKEY_NOT_ADDED: Record<Language, string> = {
  th: 'ยังไม่ได้บันทึกพาสคีย์ อาจเพราะรอนานเกินไป กรุณาเพิ่มอีกครั้ง',
  la: 'ຍັງບໍ່ໄດ້ບັນທຶກພາສຄີ ອາດເປັນເພາະລໍຖ້າດົນເກີນໄປ ກະລຸນາເພີ່ມອີກເທື່ອໜຶ່ງ',
  en: 'The passkey was not saved. It may have taken too long. Add it again.',
}

/** The message that the account already has the maximum number of passkeys. */
export const PASSKEY_FULL: Record<Language, string> = {
  th: 'บัญชีนี้มีพาสคีย์ครบจำนวนแล้ว ลบอันที่ไม่ใช้ก่อนเพิ่มใหม่',
  la: 'ບັນຊີນີ້ມີພາສຄີຄົບຈຳນວນແລ້ວ ລຶບອັນທີ່ບໍ່ໃຊ້ກ່ອນເພີ່ມໃໝ່',
  en: 'This account has as many passkeys as it can. Remove one that you do not use before you add another.',
}

/** Ways in which players may have found the site. Source: R145. */
const SOURCE_NAMES: Record<Language, Readonly<Record<string, string>>> = {
  th: {
    friend: 'เพื่อนแนะนำ',
    google: 'ค้นหาใน Google',
    facebook: 'Facebook',
    line: 'LINE',
    tiktok: 'TikTok',
    other: 'ช่องทางอื่น',
  },
  la: {
    friend: 'ໝູ່ແນະນຳ',
    google: 'ຄົ້ນຫາໃນ Google',
    facebook: 'Facebook',
    line: 'LINE',
    tiktok: 'TikTok',
    other: 'ຊ່ອງທາງອື່ນ',
  },
  en: {
    friend: 'A friend',
    google: 'Google search',
    facebook: 'Facebook',
    line: 'LINE',
    tiktok: 'TikTok',
    other: 'Other',
  },
}
/**
 * Returns the ways in which players may have found the site, described in the player's language. Source: R145, R313.
 */
export const sources = (language: Language): Source[] =>
  Object.entries(SOURCE_NAMES[language]).map(([code, description]) => ({ code, description }))

/** Terms that every visitor can read, one text per section, in simple HTML. */
export const CONDITIONS: Record<Language, readonly string[]> = {
  th: [
    '<h3>บัญชีของคุณ</h3><ul><li>ใช้ได้คนละ <b>1 บัญชี</b> และต้องมีอายุ 20 ปีขึ้นไป</li><li>ชื่อบัญชีธนาคารต้องตรงกับชื่อที่สมัคร</li><li>เก็บรหัสผ่านไว้กับตัว แอดมินจะไม่ขอรหัสผ่านหรือรหัส OTP จากคุณ</li></ul>',
    '<h3>การฝากเงิน</h3><ul><li>โอนจากบัญชีธนาคารที่ผูกไว้เท่านั้น</li><li>QR หนึ่งรูปใช้ได้ครั้งเดียว และมีเวลาจำกัด</li><li>ยอดที่เข้ากระเป๋าหลักคือยอดที่โอนมาจริง</li><li>หากเงินไม่เข้าใน 1 นาที กรุณาติดต่อแอดมิน พร้อมสลิปโอนเงิน</li></ul>',
    '<h3>การโยกเงินและถอนเงิน</h3><ul><li>โยกเงินระหว่างกระเป๋าหลักกับเกมได้ตลอดเวลา ถ้าไม่มีโบนัส</li><li>ถอนเงินเข้าบัญชีธนาคารที่ผูกไว้เท่านั้น</li><li>ขณะมีโบนัส การถอนเงินเป็นไปตามเงื่อนไขของโบนัสนั้น</li></ul>',
    '<h3>เล่นอย่างมีขอบเขต</h3><p>กำหนดงบและเวลาก่อนเล่นทุกครั้ง หากรู้สึกว่าควบคุมได้ยาก กรุณาหยุดพัก หรือโทรปรึกษาสายด่วนสุขภาพจิต <b>1323</b> ได้ตลอด 24 ชั่วโมง</p>',
  ],
  la: [
    '<h3>ບັນຊີຂອງທ່ານ</h3><ul><li>ໃຊ້ໄດ້ຄົນລະ <b>1 ບັນຊີ</b> ແລະ ຕ້ອງມີອາຍຸ 20 ປີຂຶ້ນໄປ</li><li>ຊື່ບັນຊີທະນາຄານຕ້ອງກົງກັບຊື່ທີ່ລົງທະບຽນ</li><li>ຮັກສາລະຫັດຜ່ານໄວ້ກັບຕົວ ແອັດມິນຈະບໍ່ຂໍລະຫັດຜ່ານ ຫຼື ລະຫັດ OTP ຈາກທ່ານ</li></ul>',
    '<h3>ຝາກເງິນ</h3><ul><li>ໂອນຈາກບັນຊີທະນາຄານທີ່ຜູກໄວ້ເທົ່ານັ້ນ</li><li>QR ໜຶ່ງຮູບໃຊ້ໄດ້ເທື່ອດຽວ ແລະ ມີເວລາຈຳກັດ</li><li>ຍອດທີ່ເຂົ້າກະເປົາຫຼັກແມ່ນຍອດທີ່ໂອນມາແທ້</li><li>ຖ້າເງິນບໍ່ເຂົ້າໃນ 1 ນາທີ ກະລຸນາຕິດຕໍ່ແອັດມິນ ພ້ອມສະລິບໂອນເງິນ</li></ul>',
    '<h3>ຍ້າຍເງິນ ແລະ ຖອນເງິນ</h3><ul><li>ຍ້າຍເງິນລະຫວ່າງກະເປົາຫຼັກກັບເກມໄດ້ຕະຫຼອດເວລາ ຖ້າບໍ່ມີໂບນັດ</li><li>ຖອນເງິນເຂົ້າບັນຊີທະນາຄານທີ່ຜູກໄວ້ເທົ່ານັ້ນ</li><li>ເມື່ອມີໂບນັດຢູ່ ການຖອນເງິນເປັນໄປຕາມເງື່ອນໄຂຂອງໂບນັດນັ້ນ</li></ul>',
    '<h3>ຫຼິ້ນຢ່າງມີຂອບເຂດ</h3><p>ກຳນົດງົບ ແລະ ເວລາກ່ອນຫຼິ້ນທຸກເທື່ອ ຖ້າຮູ້ສຶກວ່າຄວບຄຸມຍາກ ກະລຸນາຢຸດພັກ ແລະ ລົມກັບຄົນທີ່ທ່ານໄວ້ໃຈ</p>',
  ],
  en: [
    '<h3>Your account</h3><ul><li>One account <b>per person</b>, aged 20 or over</li><li>The name of your bank account must be the name you registered</li><li>Keep your password to yourself. Support never asks for it, nor for an OTP code.</li></ul>',
    '<h3>Deposits</h3><ul><li>Pay only from the bank account you registered</li><li>A QR is good for one payment and for a limited time</li><li>Your main wallet is credited with what was really paid</li><li>If the money has not arrived within 1 minute, contact support and have the bank slip ready</li></ul>',
    '<h3>Transfers and withdrawals</h3><ul><li>Without a bonus, move money between the main wallet and games at any time</li><li>Withdraw only to the bank account you registered</li><li>While you hold a bonus, its conditions decide how you can withdraw</li></ul>',
    '<h3>Keep it a game</h3><p>Set a budget and a time before you play. If it becomes hard to control, take a break, or in Thailand call the mental health line <b>1323</b>, at any hour.</p>',
  ],
}

/** The agreement shown to a member on the home page, one text per card. Source: R307, D-03. */
export const AGREEMENTS: Record<Language, readonly string[]> = {
  th: [
    '<h3>ก่อนเริ่มเล่น</h3><p>กรุณาอ่านข้อตกลงนี้ให้ครบ</p><ul><li>คุณมีอายุ <b>20 ปีขึ้นไป</b></li><li>บัญชีธนาคารที่ผูกไว้เป็นชื่อของคุณเอง</li><li>คุณจะไม่ให้ผู้อื่นใช้บัญชีนี้</li></ul>',
    '<h3>เงินของคุณ</h3><ul><li>เงินที่ฝากจะเข้ากระเป๋าหลักก่อนเสมอ</li><li>กรุณาตรวจชื่อบัญชีปลายทางก่อนโอนทุกครั้ง</li><li>หากยอดไม่ถูกต้อง กรุณาแจ้งแอดมินภายใน <b>7 วัน</b> พร้อมสลิปโอนเงิน</li></ul>',
  ],
  la: [
    '<h3>ກ່ອນເລີ່ມຫຼິ້ນ</h3><p>ກະລຸນາອ່ານຂໍ້ຕົກລົງນີ້ໃຫ້ຄົບ</p><ul><li>ທ່ານມີອາຍຸ <b>20 ປີຂຶ້ນໄປ</b></li><li>ບັນຊີທະນາຄານທີ່ຜູກໄວ້ເປັນຊື່ຂອງທ່ານເອງ</li><li>ທ່ານຈະບໍ່ໃຫ້ຜູ້ອື່ນໃຊ້ບັນຊີນີ້</li></ul>',
    '<h3>ເງິນຂອງທ່ານ</h3><ul><li>ເງິນທີ່ຝາກຈະເຂົ້າກະເປົາຫຼັກກ່ອນສະເໝີ</li><li>ກະລຸນາກວດຊື່ບັນຊີປາຍທາງກ່ອນໂອນທຸກເທື່ອ</li><li>ຖ້າຍອດບໍ່ຖືກຕ້ອງ ກະລຸນາແຈ້ງແອັດມິນພາຍໃນ <b>7 ມື້</b> ພ້ອມສະລິບໂອນເງິນ</li></ul>',
  ],
  en: [
    '<h3>Before you play</h3><p>Read this agreement to the end.</p><ul><li>You are <b>20 or over</b></li><li>The bank account you registered is in your own name</li><li>You let nobody else use this account</li></ul>',
    '<h3>Your money</h3><ul><li>A deposit always arrives in the main wallet first</li><li>Check the name of the destination account before every payment</li><li>If an amount is wrong, tell support within <b>7 days</b> and have the bank slip ready</li></ul>',
  ],
}
