import AES from 'crypto-js/aes.js'
import Utf8 from 'crypto-js/enc-utf8.js'
import type { Api } from './api.ts'
import { file, text } from './fields.ts'
import { accountIn, slotsOf } from './games.ts'
import { BANKS, WITHDRAW } from './lookups.ts'
import { book, type Member } from './member.ts'
import { amount, baht, type Satang } from './money.ts'
import { Refused } from './refused.ts'
import { INVITE_FAIL, INVITE_SUCCESS } from './rewards.ts'
import type { Site } from './site.ts'

const WALLET = 'WALLET'
/** The key with which a built site encrypts gift links. */
const GIFT_KEY = 'krapao'

function move(member: Member, from: string, to: string, satang: Satang) {
  if (from === to) throw new Refused('ต้นทางและปลายทางต้องไม่ใช่ที่เดียวกัน')
  if (satang < 100) throw new Refused('TRANSFER_MINIMUM')
  const source = from === WALLET ? undefined : accountIn(member, from)
  const target = to === WALLET ? undefined : accountIn(member, to)
  if ((source?.amount ?? member.main) < satang) throw new Refused('MONEY_NOT_ENOUGH')
  if (source) source.amount -= satang
  if (target) target.amount += satang
  const entry = { statementType: 'transfer', status: 'SUCCESS', from, to } as const
  book(member, (target ? 0 : satang) - (source ? 0 : satang), entry, satang)
}

function withdraw(member: Member, satang: Satang) {
  const { withdrawMin, withdrawMax } = WITHDRAW
  if (satang < withdrawMin * 100) throw new Refused(`ถอนขั้นต่ำ ${withdrawMin} บาท`)
  if (satang > withdrawMax * 100) throw new Refused(`ถอนได้สูงสุด ${withdrawMax} บาท`)
  if (satang > member.main) throw new Refused('MONEY_NOT_ENOUGH')
  if (member.held && satang !== member.main) throw new Refused('BONUS_CONDITION')
  book(member, -satang, { statementType: 'withdraw', status: 'PENDING', from: WALLET, to: member.bankCode })
}

/** Returns the decrypted text. Throws TRUELINK_INVALID if the site did not encrypt it. */
function decrypted(text: string): string {
  try {
    return AES.decrypt(text, GIFT_KEY).toString(Utf8)
  } catch {
    throw new Refused('TRUELINK_INVALID')
  }
}

/** Redeems a gift link. The number at the end of the link is its value in baht. */
function cash(site: Site, member: Member, encrypted: string) {
  const [link = '', wallet] = decrypted(encrypted).split('::')
  const [, held] = /-(\d+)$/.exec(link) ?? []
  if (held === undefined) throw new Refused('TRUELINK_INVALID')
  const isAuto = site.wallets.some(({ walletAccountName, mode }) => walletAccountName === wallet && mode === 'AUTO')
  if (!isAuto) throw new Refused('NO_WALLET')
  if (site.cashedLinks.has(link)) throw new Refused('TRUELINK_DUPLICATE')
  site.cashedLinks.add(link)
  book(member, Number(held) * 100, { statementType: 'deposit', status: 'SUCCESS', from: 'TRUEWALLET', to: WALLET })
}

/** Registers the calls for the main wallet: its balance, and movements in and out. */
export function wallet(api: Api, site: Site) {
  api.member('GET /api/wallet', {}, (member) => ({
    profile: {
      name: member.name,
      _id: member.id,
      createdAt: member.createdAt,
      username: member.username,
      coin: member.coins,
    },
    bankAccount: {
      bankAccountName: member.bankAccountName,
      bankAccountNo: member.bankAccountNo,
      bank: { nameTH: BANKS.find(({ code }) => code === member.bankCode)?.nameTH ?? '' },
    },
    wallet: { amount: baht(member.main), currency: 'BAHT' },
    invite: { amount: baht(member.inviteBonus), success: INVITE_SUCCESS, fail: INVITE_FAIL },
    slots: slotsOf(member),
  }))
  api.member('POST /api/wallet/add', { amount }, (member, { amount }) => {
    book(member, amount, { statementType: 'deposit', status: 'SUCCESS', from: 'CASH', to: WALLET })
  })
  api.member('POST /api/wallet/transfer', { from: text, to: text, amount }, (member, { from, to, amount }) =>
    move(member, from, to, amount),
  )
  api.member('POST /api/wallet/transferAll', { to: text }, (member, { to }) => move(member, WALLET, to, member.main))
  api.member('POST /api/wallet/withdraw', { amount }, (member, { amount }) => withdraw(member, amount))
  api.member('POST /api/wallet/withdrawAll', { amount }, (member, { amount }) => withdraw(member, amount))
  api.member('POST /api/wallet/slip', { file }, (member, { file }) => {
    if (!file.type.startsWith('image/')) throw new Refused('SLIP_INVALID_FILE')
    const slip = { id: crypto.randomUUID(), amount: 0, status: 'PENDING' as const, link: site.upload(file) }
    member.slips.unshift({ ...slip, createdAt: new Date().toISOString() })
  })
  api.member('POST /api/wallet/truelink', { link: text }, (member, { link }) => cash(site, member, link))
}
