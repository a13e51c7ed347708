/** Thai banks by their code. Source: R304, D-43. */
const BANKS: Readonly<Record<string, { nameTH: string; nameEN: string }>> = {
  BBL: { nameTH: 'ธนาคารกรุงเทพ', nameEN: 'Bangkok Bank' },
  KBANK: { nameTH: 'ธนาคารกสิกรไทย', nameEN: 'Kasikornbank' },
  KTB: { nameTH: 'ธนาคารกรุงไทย', nameEN: 'Krungthai Bank' },
  SCB: { nameTH: 'ธนาคารไทยพาณิชย์', nameEN: 'Siam Commercial Bank' },
  BAY: { nameTH: 'ธนาคารกรุงศรีอยุธยา', nameEN: 'Bank of Ayudhya' },
  TTB: { nameTH: 'ธนาคารทหารไทยธนชาต', nameEN: 'TMBThanachart Bank' },
  TMB: { nameTH: 'ธนาคารทหารไทย', nameEN: 'TMB Bank' },
  GSB: { nameTH: 'ธนาคารออมสิน', nameEN: 'Government Savings Bank' },
  BAAC: { nameTH: 'ธนาคารเพื่อการเกษตรและสหกรณ์การเกษตร', nameEN: 'Bank for Agriculture and Agricultural Cooperatives' },
  KKP: { nameTH: 'ธนาคารเกียรตินาคินภัทร', nameEN: 'Kiatnakin Phatra Bank' },
  CIMB: { nameTH: 'ธนาคารซีไอเอ็มบี ไทย', nameEN: 'CIMB Thai Bank' },
  UOB: { nameTH: 'ธนาคารยูโอบี', nameEN: 'United Overseas Bank (Thai)' },
  LHB: { nameTH: 'ธนาคารแลนด์ แอนด์ เฮ้าส์', nameEN: 'Land and Houses Bank' },
}

/** The bank of `code`, for what is shown; an unknown code stands for itself. */
export const bankOf = (code: string) => BANKS[code] ?? { nameTH: code, nameEN: code }
