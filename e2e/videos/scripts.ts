import type { Locator, Page } from '@playwright/test'
import type { Language } from '#contract/language.ts'
import { satang } from '#contract/money.ts'
import th from '#locales/th.json' with { type: 'json' }
import type { Backend } from '../pages/backend.ts'
import { gameName } from '../pages/game.ts'

/** The tools that a scene receives. */
export type Stage = {
  page: Page
  /** The member's session outside the page. */
  backend: Backend
  /** Shows a finger on the target, and taps it. */
  tap: (target: Locator) => Promise<void>
  /** Submits a sandbox form. */
  sandbox: (form: string, fields: Record<string, string>) => Promise<void>
}
/** A part of a video: its caption and its actions. The product is recorded in Thai. */
export type Scene = {
  caption: Record<Language, string>
  act: (stage: Stage) => Promise<void>
  /**
   * The part of the page to centre in the video's preview image. The image is taken while the finger taps in this
   * scene, or at the start of the scene if there is no tap.
   */
  picture?: ((page: Page) => Locator) | undefined
}

const scene = (th: string, la: string, en: string, act: Scene['act'], picture?: Scene['picture']): Scene => ({
  caption: { th, la, en },
  act,
  picture,
})
const look: Scene['act'] = async () => {}
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

const wallet: Scene[] = [
  scene(
    'ยอดเงินรวมและกระเป๋าหลักอยู่บนสุดของหน้าแรก',
    'ຍອດເງິນລວມ ແລະ ກະເປົາຫຼັກຢູ່ເທິງສຸດຂອງໜ້າຫຼັກ',
    'The total and your main wallet are at the top of home.',
    look,
  ),
  scene('แตะฝากเงิน', 'ແຕະຝາກເງິນ', 'Tap Deposit.', ({ page, tap }) => tap(button(page, th.home.deposit))),
  scene(
    'เลือกช่องทาง แล้วเลือกจำนวนเงิน',
    'ເລືອກຊ່ອງທາງ ແລ້ວເລືອກຈຳນວນເງິນ',
    'Choose a way to pay and an amount.',
    ({ page, tap }) => tap(button(page, '100')),
  ),
  scene('แตะสร้าง QR', 'ແຕະສ້າງ QR', 'Tap Create QR.', ({ page, tap }) => tap(button(page, th.qr.create))),
  scene(
    'สแกน QR ด้วยแอปธนาคาร หรือบันทึกรูปไปเลือกในแอป ต้องจ่ายก่อนหมดเวลา',
    'ສະແກນ QR ດ້ວຍແອັບທະນາຄານ ຫຼື ບັນທຶກຮູບໄປເລືອກໃນແອັບ ຕ້ອງຈ່າຍກ່ອນໝົດເວລາ',
    'Scan the QR with your bank app, or save the image and choose it there. Pay before the time is up.',
    async ({ page, backend, sandbox }) => {
      const [code] = await backend.codes()
      await sandbox('pay', { qrcodeId: code?.qrcodeId ?? '' })
      await page.getByText(th.qr.received).waitFor()
    },
    (page) => page.getByRole('dialog').getByRole('img', { name: /^QR/ }),
  ),
  scene(
    'เมื่อเงินเข้ากระเป๋าหลัก จะเห็นข้อความนี้ทันที',
    'ເມື່ອເງິນເຂົ້າກະເປົາຫຼັກ ຈະເຫັນຂໍ້ຄວາມນີ້ທັນທີ',
    'As soon as the money is in your main wallet you see this.',
    look,
  ),
  scene(
    'แตะรับทราบ ยอดเงินในหน้าแรกเป็นยอดใหม่แล้ว',
    'ແຕະຮັບຊາບ ຍອດເງິນໃນໜ້າຫຼັກເປັນຍອດໃໝ່ແລ້ວ',
    'Tap Got it. Home shows the new balance.',
    ({ page, tap }) => tap(button(page, th.action.gotIt)),
  ),
]

const balance: Scene[] = [
  scene(
    'ยอดเงินรวม คือเงินในกระเป๋าหลักรวมกับเงินในทุกเกม',
    'ຍອດເງິນລວມ ແມ່ນເງິນໃນກະເປົາຫຼັກລວມກັບເງິນໃນທຸກເກມ',
    'The total is your main wallet and all games together.',
    look,
  ),
  scene(
    'แตะปุ่มรีเฟรชเพื่อดูยอดล่าสุด เวลาที่อัปเดตอยู่ข้างปุ่ม',
    'ແຕະປຸ່ມອັບເດດເພື່ອເບິ່ງຍອດຫຼ້າສຸດ ເວລາທີ່ອັບເດດຢູ່ຂ້າງປຸ່ມ',
    'Tap refresh for the latest balance. Beside it stands when it was read.',
    ({ page, tap }) => tap(button(page, th.home.refresh)),
    (page) => button(page, th.home.refresh),
  ),
  scene(
    'เลื่อนลงเพื่อดูยอดเงินของแต่ละเกม',
    'ເລື່ອນລົງເພື່ອເບິ່ງຍອດເງິນຂອງແຕ່ລະເກມ',
    'Scroll down for the balance of each game.',
    ({ page }) =>
      page.evaluate(async () => {
        const { promise: isThere, resolve } = Promise.withResolvers<Event>()
        addEventListener('scrollend', resolve, { once: true })
        scrollBy({ top: 480, behavior: 'smooth' })
        await isThere
      }),
  ),
  scene(
    'ใต้ยอดเงินคือเครดิตที่ใช้ในเกมนั้น',
    'ໃຕ້ຍອດເງິນແມ່ນເຄຣດິດທີ່ໃຊ້ໃນເກມນັ້ນ',
    'Below the amount is the credit it makes in that game.',
    look,
  ),
]

const play: Scene[] = [
  scene(
    'เลือกเกมที่ต้องการเล่นในหน้าแรก เกมที่ยังไม่เปิดบัญชีจะมีรูปแม่กุญแจ',
    'ເລືອກເກມທີ່ຕ້ອງການຫຼິ້ນໃນໜ້າຫຼັກ ເກມທີ່ຍັງບໍ່ເປີດບັນຊີຈະມີຮູບກະແຈ',
    'Choose a game on home. One whose account is not open yet has a lock on it.',
    ({ page, tap }) => tap(page.getByRole('button', { name: gameName('areaslot') })),
  ),
  scene(
    'แตะเปิดบัญชีเกม',
    'ແຕະເປີດບັນຊີເກມ',
    'Tap Open game account.',
    async ({ page, tap }) => {
      await tap(button(page, th.game.activate))
      await button(page, th.game.fill).waitFor()
    },
    (page) => button(page, th.game.activate),
  ),
  scene(
    'ได้ชื่อผู้ใช้และรหัสผ่านเกมแล้ว แตะรูปตาเพื่อดูรหัสผ่าน',
    'ໄດ້ຊື່ຜູ້ໃຊ້ ແລະ ລະຫັດຜ່ານເກມແລ້ວ ແຕະຮູບຕາເພື່ອເບິ່ງລະຫັດຜ່ານ',
    'Here are the game username and password. Tap the eye to see the password.',
    ({ page, tap }) => tap(button(page, th.login.show)),
  ),
  scene(
    'แตะโยกทั้งหมด เงินในกระเป๋าหลักจะเข้าเกมทั้งหมด',
    'ແຕະຍ້າຍທັງໝົດ ເງິນໃນກະເປົາຫຼັກຈະເຂົ້າເກມທັງໝົດ',
    'Tap Transfer all. All money of your main wallet goes into the game.',
    async ({ page, tap }) => {
      await tap(button(page, th.game.fill))
      await page.getByText(th.transfer.done).waitFor()
    },
  ),
  scene(
    'แตะรับทราบ ยอดเงินคงเหลือในเกมเป็นยอดใหม่แล้ว',
    'ແຕະຮັບຊາບ ຍອດເງິນຄົງເຫຼືອໃນເກມເປັນຍອດໃໝ່ແລ້ວ',
    'Tap Got it. The balance of the game is the new one.',
    ({ page, tap }) => tap(button(page, th.action.gotIt)),
  ),
  scene(
    'แตะเข้าเล่น เกมเปิดในแท็บใหม่',
    'ແຕະເຂົ້າຫຼິ້ນ ເກມເປີດໃນແຖບໃໝ່',
    'Tap Play. The game opens in a new tab.',
    async ({ page, tap }) => {
      const opening = page.waitForEvent('popup')
      await tap(button(page, th.game.play))
      // Closes the new tab, because the page behind it would not be rendered and therefore not recorded.
      await (await opening).close()
    },
  ),
]

const dailyBonus = (page: Page) => page.getByRole('button', { name: /^ดูรายละเอียด: โบนัสประจำวัน/ })

const bonus: Scene[] = [
  scene('แตะเงื่อนไขโบนัสในหน้าแรก', 'ແຕະເງື່ອນໄຂໂບນັດໃນໜ້າຫຼັກ', 'Tap Bonus conditions on home.', ({ page, tap }) =>
    tap(page.getByRole('link', { name: th.home.bonus })),
  ),
  scene(
    'แต่ละการ์ดบอกว่ารับได้หรือไม่ แตะการ์ดเพื่อดูรายละเอียด',
    'ແຕ່ລະບັດບອກວ່າຮັບໄດ້ຫຼືບໍ່ ແຕະບັດເພື່ອເບິ່ງລາຍລະອຽດ',
    'Each card says whether you can get it. Tap one for the details.',
    async ({ page, tap }) => {
      await dailyBonus(page).evaluate((card) => card.scrollIntoView({ block: 'center' }))
      await tap(dailyBonus(page))
    },
    dailyBonus,
  ),
  scene(
    'อ่านเงื่อนไขก่อนรับ ขณะมีโบนัสต้องทำยอดเทิร์นให้ครบจึงถอนเงินได้',
    'ອ່ານເງື່ອນໄຂກ່ອນຮັບ ເມື່ອມີໂບນັດຢູ່ ຕ້ອງເຮັດຍອດເທີນໃຫ້ຄົບຈຶ່ງຖອນເງິນໄດ້',
    'Read the conditions first. With a bonus you withdraw after you have reached its turnover.',
    look,
  ),
  scene('แตะรับโบนัส', 'ແຕະຮັບໂບນັດ', 'Tap Get bonus.', async ({ page, tap }) => {
    await tap(button(page, th.bonus.take))
    await page.getByText(th.bonus.saved).waitFor()
  }),
  scene(
    'แตะรับทราบ โบนัสปัจจุบันและยอดเทิร์นที่ต้องทำอยู่บนสุด',
    'ແຕະຮັບຊາບ ໂບນັດປັດຈຸບັນ ແລະ ຍອດເທີນທີ່ຕ້ອງເຮັດຢູ່ເທິງສຸດ',
    'Tap Got it. Your bonus and the turnover to reach are at the top.',
    async ({ page, tap }) => {
      await tap(button(page, th.action.gotIt))
      await button(page, th.bonus.end).waitFor()
      await page.evaluate(() => scrollTo({ top: 0, behavior: 'smooth' }))
    },
  ),
]

const endBonus: Scene[] = [
  scene(
    'หากไม่ต้องการโบนัสแล้ว แตะเงื่อนไขโบนัสในหน้าแรก',
    'ຖ້າບໍ່ຕ້ອງການໂບນັດແລ້ວ ແຕະເງື່ອນໄຂໂບນັດໃນໜ້າຫຼັກ',
    'You do not want a bonus any more? Tap Bonus conditions on home.',
    async ({ page, backend, tap }) => {
      await backend.takeBonus('DAILY').catch(() => {}) // the claim is refused if a bonus is already active
      await tap(page.getByRole('link', { name: th.home.bonus }))
    },
  ),
  scene(
    'แตะยกเลิกโบนัส',
    'ແຕະຍົກເລີກໂບນັດ',
    'Tap End bonus.',
    ({ page, tap }) => tap(button(page, th.bonus.end)),
    (page) => page.getByRole('region', { name: th.bonus.current, exact: true }),
  ),
  scene(
    'เงินในเกมทั้งหมดจะถูกล้าง หากยังต้องการเงินนั้น แตะเก็บโบนัสไว้',
    'ເງິນໃນເກມທັງໝົດຈະຖືກລ້າງ ຖ້າຍັງຕ້ອງການເງິນນັ້ນ ແຕະຮັກສາໂບນັດໄວ້',
    'All money in your games is cleared. If you still want it, tap Keep bonus.',
    look,
  ),
  scene('แน่ใจแล้ว แตะยกเลิกโบนัส', 'ແນ່ໃຈແລ້ວ ແຕະຍົກເລີກໂບນັດ', 'If you are sure, tap End bonus.', async ({ page, tap }) => {
    await tap(page.getByRole('alertdialog').getByRole('button', { name: th.bonus.end, exact: true }))
    await page.getByText(th.bonus.ended).first().waitFor()
  }),
  scene(
    'แตะรับทราบ ตอนนี้รับโบนัสอื่นหรือถอนเงินได้แล้ว',
    'ແຕະຮັບຊາບ ຕອນນີ້ຮັບໂບນັດອື່ນ ຫຼື ຖອນເງິນໄດ້ແລ້ວ',
    'Tap Got it. You can take another bonus now, or withdraw.',
    ({ page, tap }) => tap(button(page, th.action.gotIt)),
  ),
]

/** The button for the 24-hour deposit limit. */
const limitButton = (page: Page) =>
  page
    .getByRole('region', { name: th.care.limit.deposit.title, exact: true })
    .getByRole('listitem')
    .filter({ hasText: th.care.limit.period.day })
    .getByRole('button')
const amount = (page: Page) => page.getByRole('alertdialog').getByLabel(th.money.amount, { exact: true })

const limits: Scene[] = [
  scene(
    'วงเงินของคุณอยู่ในหน้าการเล่นของฉัน แตะกำหนด ข้าง 24 ชั่วโมง',
    'ວົງເງິນຂອງທ່ານຢູ່ໃນໜ້າການຫຼິ້ນຂອງຂ້ອຍ ແຕະກຳນົດ ຂ້າງ 24 ຊົ່ວໂມງ',
    'Your limits are on My play. Tap Set a limit beside 24 hours.',
    ({ page, tap }) => tap(limitButton(page)),
  ),
  scene(
    'กรอกจำนวนเงินที่จะฝากได้ไม่เกิน แล้วแตะบันทึก',
    'ປ້ອນຈຳນວນເງິນທີ່ຈະຝາກໄດ້ບໍ່ເກີນ ແລ້ວແຕະບັນທຶກ',
    'Enter the most that you want to pay in, and tap Save the limit.',
    async ({ page, tap }) => {
      await amount(page).fill('500')
      await tap(button(page, th.care.limit.save))
      await amount(page).waitFor({ state: 'hidden' })
    },
  ),
  scene(
    'วงเงินมีผลทันที และเห็นว่าใช้ไปแล้วเท่าไร',
    'ວົງເງິນມີຜົນທັນທີ ແລະ ເຫັນວ່າໃຊ້ໄປແລ້ວເທົ່າໃດ',
    'It holds at once, and you see how much of it is used.',
    look,
    limitButton,
  ),
  scene(
    'การเพิ่มวงเงินต้องรอ 24 ชั่วโมง แล้วยืนยันอีกครั้ง',
    'ການເພີ່ມວົງເງິນຕ້ອງລໍຖ້າ 24 ຊົ່ວໂມງ ແລ້ວຢືນຢັນອີກເທື່ອ',
    'To raise it, ask for the higher limit, and confirm it after 24 hours.',
    ({ page, tap }) => tap(limitButton(page)),
  ),
]

/** The scenes of each video that can be recorded. */
export const SCRIPTS = { wallet, balance, play, bonus, endBonus, limits }

/**
 * The setup for each video that does not start on the home page: the page to open, and what the member does before the
 * recording starts.
 */
export const STARTS: Partial<Record<string, { address: string; prepare: (backend: Backend) => Promise<unknown> }>> = {
  // a deposit made today, which uses up part of the limit
  limits: { address: '/user/care', prepare: (backend) => backend.add(satang(20_000)) },
}
