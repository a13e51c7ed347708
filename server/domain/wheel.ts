import type { Language } from '#contract/language.ts'
import { DAY } from '#contract/limits.ts'
import { type Satang, toSatang } from '#contract/money.ts'
import type { Slice } from '#contract/spin.ts'
import type { Words } from '#server/core/schema/rewards.ts'
import type { Settings } from '#server/core/settings.ts'
import { unitOf } from './unit.ts'

const DAYS = 7
/** How long a coupon can be claimed, in ms (assumed). */
export const COUPON_TIME = DAYS * DAY

/** The wheel's name. */
export const WHEEL_NAME: Words = { th: 'กงล้อนำโชค', la: 'ວົງລໍ້ນຳໂຊກ', en: 'Lucky wheel' }

/** How a member gets coins. */
export const COIN_RULE: Words = {
  th: 'ได้เหรียญจากรางวัลบนกงล้อ หรือเป็นของขวัญจากแอดมิน',
  la: 'ໄດ້ຫຼຽນຈາກລາງວັນໃນວົງລໍ້ ຫຼື ເປັນຂອງຂວັນຈາກແອັດມິນ',
  en: 'You get coins as prizes of the wheel, or as a gift from support.',
}

/** The prize of a slice: cash into the main wallet, coins, something the operator hands over, or nothing. */
export type Kind = { kind: 'cash'; amount: Satang } | { kind: 'coin'; coins: number } | { kind: 'gift' | 'none' }
/** A slice of the wheel; its probability is its share of the total weight. */
export type Prize = Kind & Pick<Slice, 'code' | 'bgColor' | 'textColor'> & { weight: number; label: Words; html: Words }

const metal = { bgColor: '#e7bd7e', textColor: '#2a1a06' }
const cool = { bgColor: '#7cc9ea', textColor: '#05202e' }
const dark = { bgColor: '#16213f', textColor: '#f4f1ea' }
const blue = { bgColor: '#22335f', textColor: '#f4f1ea' }

const cash = (unit: Words, amount: number, weight: number, colours: typeof metal): Prize => ({
  ...colours,
  code: `CASH${amount}`,
  kind: 'cash',
  amount: toSatang(amount),
  weight,
  label: { th: `${amount}\u00A0${unit.th}`, la: `${amount}\u00A0${unit.la}`, en: `${amount}\u00A0${unit.en}` },
  html: {
    th: `<p>คูปองเงินสด <b>${amount}\u00A0${unit.th}</b> แลกเข้ากระเป๋าหลักได้ภายใน ${DAYS}\u00A0วัน</p>`,
    la: `<p>ຄູປອງເງິນສົດ <b>${amount}\u00A0${unit.la}</b> ແລກເຂົ້າກະເປົາຫຼັກໄດ້ພາຍໃນ ${DAYS}\u00A0ມື້</p>`,
    en: `<p>A cash coupon of <b>${amount}\u00A0${unit.en}</b>. Claim it into your main wallet within ${DAYS}\u00A0days.</p>`,
  },
})

const prizesIn = (unit: Words): readonly Prize[] => [
  cash(unit, 500, 1, metal),
  cash(unit, 5, 30, dark),
  cash(unit, 20, 15, blue),
  {
    ...dark,
    code: 'COIN1',
    kind: 'coin',
    coins: 1,
    weight: 15,
    label: { th: '1\u00A0เหรียญ', la: '1\u00A0ຫຼຽນ', en: '1\u00A0coin' },
    html: {
      th: '<p>คูปอง <b>1\u00A0เหรียญ</b> แลกแล้วหมุนได้อีกครั้ง</p>',
      la: '<p>ຄູປອງ <b>1\u00A0ຫຼຽນ</b> ແລກແລ້ວໝຸນໄດ້ອີກເທື່ອ</p>',
      en: '<p>A coupon for <b>1\u00A0coin</b>. Claim it and spin once more.</p>',
    },
  },
  cash(unit, 100, 4, cool),
  cash(unit, 10, 20, dark),
  {
    ...blue,
    code: 'GIFT',
    kind: 'gift',
    weight: 2,
    label: { th: 'ของขวัญ', la: 'ຂອງຂວັນ', en: 'Gift' },
    html: {
      th: `<p>กรุณาติดต่อแอดมินเพื่อรับของขวัญภายใน ${DAYS}\u00A0วัน</p>`,
      la: `<p>ກະລຸນາຕິດຕໍ່ແອັດມິນເພື່ອຮັບຂອງຂວັນພາຍໃນ ${DAYS}\u00A0ມື້</p>`,
      en: `<p>Contact support within ${DAYS}\u00A0days to get your gift</p>`,
    },
  },
  {
    ...dark,
    code: 'NONE',
    kind: 'none',
    weight: 13,
    label: { th: 'ลองใหม่', la: 'ລອງໃໝ່', en: 'Try again' },
    html: {
      th: '<p>รอบนี้ไม่มีรางวัล</p>',
      la: '<p>ຮອບນີ້ບໍ່ມີລາງວັນ</p>',
      en: '<p>No prize this time</p>',
    },
  },
]

/** The slices, clockwise from the top, in legible colour pairs. Source: R181. */
export const PRIZES = prizesIn(unitOf(false))
const LAO_PRIZES = prizesIn(unitOf(true))
/** Returns the slices with texts in the site's currency. */
export const prizesOf = ({ isLaos }: Pick<Settings, 'isLaos'>) => (isLaos ? LAO_PRIZES : PRIZES)

/** A slice as players see it. */
export const sliceOf = ({ code, kind, bgColor, textColor, label, html }: Prize, language: Language): Slice => ({
  code,
  label: label[language],
  bgColor,
  textColor,
  htmlDescription: html[language],
  isPrize: kind !== 'none',
})

/**
 * Draws a prize by weight and returns it. Leaves out the prizes whose code is in `withdrawn`. `draw(n)` returns an
 * integer from 0 to n − 1. Throws if no prize is left.
 */
export function drawPrize(
  draw: (below: number) => number,
  withdrawn: readonly string[],
  prizes: readonly Prize[] = PRIZES,
): Prize {
  const open = prizes.filter(({ code }) => !withdrawn.includes(code))
  let lot = draw(open.reduce((sum, { weight }) => sum + weight, 0))
  for (const prize of open) {
    if (lot < prize.weight) return prize
    lot -= prize.weight
  }
  throw new Error('no prize drawn')
}
