import type { Banner } from '#contract/banner.ts'
import type { HandlerContext } from '#server/core/context.ts'
import type { Words } from '#server/core/schema/rewards.ts'
import { INVITE_PERCENTS, REFUND_PERCENTS } from './reward.ts'

/** The path of an image in `public/`, and its caption in simple HTML. */
type Offer = { image: string; html: Words }

/** Returns the banners in the player's language, or none if the operator's texts are switched off. Source: R155. */
export async function bannersOf(offers: readonly Offer[], { db, language, switches, picture }: HandlerContext) {
  if (!(await switches(db)).operatorTexts) return []
  return offers.map(({ image, html }): Banner => ({ image: picture(image), html: html[language] }))
}

const { success, fail } = INVITE_PERCENTS
/** The invite dialog's banners. Source: R100, R103. */
export const INVITE_BANNERS: readonly Offer[] = [
  {
    image: '/banners/friends.svg',
    html: {
      th: '<h3>แนะนำเพื่อน รับโบนัสทุกครั้งที่เพื่อนเล่น</h3><p>ส่งลิงก์แนะนำเพื่อนของคุณ เพื่อนที่สมัครด้วยลิงก์นี้จะแสดงในรายชื่อ</p>',
      la: '<h3>ແນະນຳໝູ່ ຮັບໂບນັດທຸກເທື່ອທີ່ໝູ່ຫຼິ້ນ</h3><p>ສົ່ງລິ້ງແນະນຳໝູ່ຂອງທ່ານ ໝູ່ທີ່ລົງທະບຽນດ້ວຍລິ້ງນີ້ຈະສະແດງໃນລາຍຊື່</p>',
      en: '<h3>Invite friends, get a bonus each time they play</h3><p>Send your invite link. Friends who register with it appear in your list.</p>',
    },
  },
  {
    image: '/banners/share.svg',
    html: {
      th: `<h3>เพื่อนเล่นได้ ${success}% เพื่อนเล่นเสีย ${fail}%</h3><p>คิดจากยอดเล่นของเพื่อน กดรับโบนัสเข้ากระเป๋าหลักได้ทุกเวลา</p>`,
      la: `<h3>ໝູ່ຫຼິ້ນໄດ້ ${success}% ໝູ່ຫຼິ້ນເສຍ ${fail}%</h3><p>ຄິດຈາກຍອດຫຼິ້ນຂອງໝູ່ ກົດຮັບໂບນັດເຂົ້າກະເປົາຫຼັກໄດ້ທຸກເວລາ</p>`,
      en: `<h3>${success}% when friends win, ${fail}% when they lose</h3><p>Of what your friends play. Collect it into your main wallet at any time.</p>`,
    },
  },
]

const { success: won, fail: lost } = REFUND_PERCENTS
/** The refund dialog's banners. Source: R101, R103. */
export const REFUND_BANNERS: readonly Offer[] = [
  {
    image: '/banners/cashback.svg',
    html: {
      th: `<h3>คืนยอดเสีย ${lost}%</h3><p>รับได้วันละ 1\u00A0ครั้ง เงินเข้ากระเป๋าหลัก</p>`,
      la: `<h3>ຄືນຍອດເສຍ ${lost}%</h3><p>ຮັບໄດ້ມື້ລະ 1\u00A0ເທື່ອ ເງິນເຂົ້າກະເປົາຫຼັກ</p>`,
      en: `<h3>${lost}% cashback</h3><p>Once a day, into your main wallet</p>`,
    },
  },
]

/** The refund conditions. Source: R124. */
export const REFUND_INFO: Words = {
  th: `<ul><li>คืน <b>${lost}%</b> ของยอดที่เล่นเสีย และ <b>${won}%</b> ของยอดที่เล่นได้</li><li>รับได้วันละ 1\u00A0ครั้ง เริ่มวันใหม่เวลา 00:00\u00A0น.</li><li>รับไม่ได้ขณะมีโบนัส</li></ul>`,
  la: `<ul><li>ຄືນ <b>${lost}%</b> ຂອງຍອດທີ່ຫຼິ້ນເສຍ ແລະ <b>${won}%</b> ຂອງຍອດທີ່ຫຼິ້ນໄດ້</li><li>ຮັບໄດ້ມື້ລະ 1\u00A0ເທື່ອ ເລີ່ມມື້ໃໝ່ເວລາ 00:00\u00A0ໂມງ</li><li>ຮັບບໍ່ໄດ້ເມື່ອມີໂບນັດຢູ່</li></ul>`,
  en: `<ul><li>You get <b>${lost}%</b> of losing play and <b>${won}%</b> of winning play</li><li>Once a day. A new day starts at 00:00, Bangkok time.</li><li>Not while you hold a bonus</li></ul>`,
}

/** The names under which the statement shows an invite bonus and a refund. Source: R176. */
export const REWARD_NAMES: Record<'invite' | 'refund', Words> = {
  invite: { th: 'โบนัสแนะนำเพื่อน', la: 'ໂບນັດແນະນຳໝູ່', en: 'Invite bonus' },
  refund: { th: 'คืนยอดเสีย', la: 'ຄືນຍອດເສຍ', en: 'Cashback' },
}
