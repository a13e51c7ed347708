import type { Bank } from '#contract/register.ts'

type Names = { nameTH: string; nameEN: string }

/** Thai banks by code, in the order shown to players. Source: R304, D-43. */
const THAI = new Map<string, Names>([
  ['BBL', { nameTH: 'ธนาคารกรุงเทพ', nameEN: 'Bangkok Bank' }],
  ['KBANK', { nameTH: 'ธนาคารกสิกรไทย', nameEN: 'Kasikornbank' }],
  ['KTB', { nameTH: 'ธนาคารกรุงไทย', nameEN: 'Krungthai Bank' }],
  ['SCB', { nameTH: 'ธนาคารไทยพาณิชย์', nameEN: 'Siam Commercial Bank' }],
  ['BAY', { nameTH: 'ธนาคารกรุงศรีอยุธยา', nameEN: 'Bank of Ayudhya' }],
  ['TTB', { nameTH: 'ธนาคารทหารไทยธนชาต', nameEN: 'TMBThanachart Bank' }],
  ['TMB', { nameTH: 'ธนาคารทหารไทย', nameEN: 'TMB Bank' }],
  ['GSB', { nameTH: 'ธนาคารออมสิน', nameEN: 'Government Savings Bank' }],
  [
    'BAAC',
    { nameTH: 'ธนาคารเพื่อการเกษตรและสหกรณ์การเกษตร', nameEN: 'Bank for Agriculture and Agricultural Cooperatives' },
  ],
  ['KKP', { nameTH: 'ธนาคารเกียรตินาคินภัทร', nameEN: 'Kiatnakin Phatra Bank' }],
  ['CIMB', { nameTH: 'ธนาคารซีไอเอ็มบี ไทย', nameEN: 'CIMB Thai Bank' }],
  ['UOB', { nameTH: 'ธนาคารยูโอบี', nameEN: 'United Overseas Bank (Thai)' }],
  ['LHB', { nameTH: 'ธนาคารแลนด์ แอนด์ เฮ้าส์', nameEN: 'Land and Houses Bank' }],
])

/** Lao banks by code, in the order shown to players. */
const LAO = new Map<string, Names>([
  ['BCEL', { nameTH: 'ธนาคารการค้าต่างประเทศลาว', nameEN: 'Banque pour le Commerce Extérieur Lao' }],
  ['LDB', { nameTH: 'ธนาคารพัฒนาลาว', nameEN: 'Lao Development Bank' }],
  ['APB', { nameTH: 'ธนาคารส่งเสริมกสิกรรม', nameEN: 'Agricultural Promotion Bank' }],
  ['JDB', { nameTH: 'ธนาคารร่วมพัฒนา', nameEN: 'Joint Development Bank' }],
  ['LVB', { nameTH: 'ธนาคารร่วมธุรกิจลาว-เวียดนาม', nameEN: 'Lao-Viet Bank' }],
  ['PSV', { nameTH: 'ธนาคารพงสะหวัน', nameEN: 'Phongsavanh Bank' }],
  ['STB', { nameTH: 'ธนาคารเอสที', nameEN: 'ST Bank' }],
  ['IB', { nameTH: 'ธนาคารอินโดจีน', nameEN: 'Indochina Bank' }],
  ['BFL', { nameTH: 'ธนาคารลาว-ฝรั่งเศส', nameEN: 'Banque Franco-Lao' }],
  ['ACLEDA', { nameTH: 'ธนาคารเอซีลีดา ลาว', nameEN: 'ACLEDA Bank Lao' }],
])

/** Returns the display names of the bank with this `code`. For an unknown code, returns the code itself as the name. */
export const bankOf = (code: string): Names => THAI.get(code) ?? LAO.get(code) ?? { nameTH: code, nameEN: code }

/**
 * Returns the banks whose accounts the site accepts. A Laos site lists Lao banks before Thai ones. Source: R144, R304.
 */
export const banks = (isLaos: boolean): Bank[] =>
  [...(isLaos ? LAO : []), ...THAI].map(([code, names]) => ({ code, ...names }))
