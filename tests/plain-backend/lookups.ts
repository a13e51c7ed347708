import type { Api } from './api.ts'
import type { Site } from './site.ts'

export const BANKS = [
  { code: 'KBANK', nameTH: 'ธนาคารกสิกรไทย' },
  { code: 'KTB', nameTH: 'ธนาคารกรุงไทย' },
  { code: 'SCB', nameTH: 'ธนาคารไทยพาณิชย์' },
  { code: 'BBL', nameTH: 'ธนาคารกรุงเทพ' },
]
const PAYEE = 'บจก. ผู้ให้บริการ'
const payee = (bankCode: string, bankType: string, mode: string, bankAccountNo: string, nameEN: string) => ({
  bankCode,
  bankType,
  mode,
  bank: { nameTH: BANKS.find(({ code }) => code === bankCode)?.nameTH ?? bankCode, nameEN },
  bankAccountName: PAYEE,
  bankAccountNo,
  currency: 'BAHT',
})
/** The withdrawal limits, in baht. */
export const WITHDRAW = { withdrawMin: 100, withdrawMax: 50_000 }

export const AGREEMENTS = ['<p>ข้อตกลงการใช้งาน</p>']

/** Registers the lookup calls. Each returns exactly the fields listed in R148–R155. */
export function lookups(api: Api, site: Site) {
  api.anyone('GET /api/lookup/active', {}, () => ({ terminated: site.switches.terminated ? 'gone' : null }))
  api.anyone('GET /api/lookup/info', {}, () => ({ name: 'krapao', website: 'https://operator.example' }))
  api.anyone('GET /api/lookup/contact', {}, () => site.contact)
  api.anyone('GET /api/lookup/conditions', {}, () => ['<p>ถอนขั้นต่ำ 100 บาท</p>', '<p>หนึ่งคนต่อหนึ่งบัญชี</p>'])
  api.anyone('GET /api/lookup/agreements', {}, () => AGREEMENTS)
  api.anyone('GET /api/lookup/notice', {}, () => 'แพ้นับเทิร์น percentFail เปอร์เซ็นต์')
  api.anyone('GET /api/lookup/registerOTP', {}, () => site.switches.registerOTP)
  api.anyone('GET /api/lookup/enableChatWidget', {}, () => site.switches.enableChatWidget)
  api.anyone('GET /api/lookup/banks', {}, () => BANKS)
  api.anyone('GET /api/lookup/sources', {}, () => [
    { code: 'friend', description: 'เพื่อนแนะนำ' },
    { code: 'search', description: 'ค้นหาเอง' },
  ])
  api.member('GET /api/lookup/deposit', {}, () => ({
    banks: [
      payee('KBANK', 'bank', 'AUTO', '0123456789', 'Kasikornbank'),
      payee('SCB', 'PAYMENT', 'SMS', '4045556667', 'Siam Commercial Bank'),
    ],
    wallets: site.wallets,
    isManual: site.switches.isManual,
  }))
  api.member('GET /api/lookup/withdraw', {}, () => WITHDRAW)
  // the specification does not define the fields of this reply
  api.member('GET /api/lookup/slip', {}, () => ({}))
}
