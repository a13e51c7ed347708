import { book, type Member, newMember } from './member.ts'

// The e2e/pages journeys use these members and names.

const PASSWORD = 'demo1234'
const slipAt = (day: number) => `2026-01-0${day}T03:00:00.000Z`

function player(): Member {
  const member = newMember({
    name: 'Demo Player',
    username: '0812345678',
    password: PASSWORD,
    bankCode: 'KBANK',
    bankAccountName: 'Demo Player',
    bankAccountNo: '1234567890',
    inviter: undefined,
  })
  book(member, 150_030, { statementType: 'deposit', status: 'SUCCESS', from: 'KBANK', to: 'WALLET' })
  member.games.set('pg', { username: 'pg-demo', password: 'pg-secret', amount: 82_025 })
  member.coins = 3
  member.slips = [
    { id: 's2', amount: 10_000, status: 'SUCCESS', createdAt: slipAt(2), reference: 'REF-0002' },
    { id: 's1', amount: 5_030, status: 'FAILED', createdAt: slipAt(1), note: 'INVALID_SLIP', link: '/icon.svg' },
  ]
  return member
}

/** A member with a Thai account name at a bank that accepts only English names. */
const thaiName = (): Member =>
  newMember({
    name: 'ผู้เล่น ทดลอง',
    username: '0898765432',
    password: PASSWORD,
    bankCode: 'KTB',
    bankAccountName: 'ผู้เล่น ทดลอง',
    bankAccountNo: '9876543210',
    inviter: undefined,
  })

/** The site's initial members. */
export const demoMembers = (): Member[] => [player(), thaiName()]
