import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { type CallName, calls } from '#contract/calls.ts'
import { additive, orEmpty, orNull, sometimes } from '#contract/field.ts'

describe.each([
  ['a field beyond the spec', additive(v.number()), [undefined, undefined, undefined, 7]],
  ['a field that the reply can do without', orNull(v.number()), [null, null, null, 7]],
  ['a text that the reply can do without', orEmpty, ['', '', 'x', '']],
] as const)('%s', (_, field, [missing, none, text, number]) => {
  it.each([
    ['missing', {}, missing],
    ['null', { field: null }, none],
    ['a text', { field: 'x' }, text],
    ['a number', { field: 7 }, number],
  ])('that is %s does not invalidate the reply', (_, reply, read) => {
    expect(v.parse(v.object({ field }), reply).field).toBe(read)
  })
})

it('an optional field of a reply counts as missing if it is null, and makes the reply invalid if it cannot be read', () => {
  const Reply = v.object({ field: sometimes(v.number()) })
  expect([{}, { field: null }, { field: 7 }].map((reply) => v.parse(Reply, reply).field)).toEqual([
    undefined,
    undefined,
    7,
  ])
  expect(v.is(Reply, { field: 'x' })).toBe(false)
})

const code = { hasQrcode: true, qrcodeId: 'q', qrcode: '<svg/>', amount: 5, expireIn: 300 }
const coupon = { prize: { name: 'w', slice: { code: 'a', label: 'a', bgColor: '', textColor: '' } }, amount: 1 }
const bonus = { code: 'A', type: 'day', percentFail: 50, banners: [] }

/** Replies with only what the spec requires, each with odd values for fields that a backend may add or leave empty. */
const REPLIES: [CallName, object, Record<string, unknown[]>][] = [
  ['qr.get', code, { paid: [null, {}, { qrcodeId: 'q', amount: '5' }], message: [null] }],
  [
    'qr.get',
    { hasQrcode: false },
    { qrcodeId: [null], qrcode: [null], amount: [null], expireIn: [null], message: [null], paid: [null] },
  ],
  ['qr.create', { hasQrcode: false, message: 'QR_FAIL' }, { qrcodeId: [null], qrcode: [null] }],
  ['otp.send', {}, { otpRef: [null], otpToken: [null], code: [null] }],
  ['statement.slips', { slips: [] }, { total: [null, '3', -1] }],
  ['invite.list', { invites: [] }, { total: [null, '3', -1] }],
  ['refund.list', { refunds: [] }, { total: [null, '3', -1] }],
  ['refund.check', { result: false }, { refundAmount: [null], refundSuccess: [null, '5'], refundFail: [null, '5'] }],
  ['lookup.active', {}, { terminated: [null, false, 0], offers: [null, 7], settings: [[]] }],
  ['chat.config', { PREFIX: 'x' }, { userId: [null, 5], guestId: [null, 5], unread: [null, -1, 'x'] }],
  ['wallet.account', { username: 'u', password: 'p' }, { event: [null, {}, 'x', { action: 'https://a.example/' }] }],
  ['refund.receive', { message: 'ok' }, { amount: [null, 'x'] }],
  ['wallet.transferAll', {}, { amount: [null, 'x', -5] }],
  ['wallet.truelink', {}, { amount: [null, 'x', -5] }],
  [
    'bonus.active',
    { status: false },
    { name: [null, 7], remaining: [null, 'x', -1], turnover: [null, 'x', -1], percentFail: [null, 'x'] },
  ],
  ['lookup.deposit', { banks: [], wallets: [], isManual: true }, { qr: [null, {}, { minimum: 'x', minutes: 5 }] }],
]

describe.each(REPLIES)('the contract for %s, given %j,', (name, reply, odd) => {
  const cases = Object.entries(odd).flatMap(([field, values]) => values.map((value) => [field, value] as const))
  it.each(cases)('parses the rest of the reply even if %s is %j (R302)', (field, value) => {
    const plain: unknown = v.parse(calls[name].reply, reply)
    const read = v.parse(calls[name].reply, { ...reply, [field]: value }) as Record<string, unknown>
    const known = (each: unknown) => ({
      ...(each as object),
      [field]: (each as Record<string, unknown>)[field] ?? undefined,
    })
    expect(known(read)).toEqual(known(plain))
  })
})

it.each([
  ['bonus.list', bonus, { blocked: 'by the moon', leastBalance: 'x' }],
  ['spin.coupons', coupon, { expiresAt: 7, isByHand: 'yes' }],
  ['lookup.banks', { code: 'A', nameTH: 'ก' }, { nameEN: null }],
] as const)(
  'the contract parses a row of %s even if the backend adds odd values to the row (R302)',
  (name, row, odd) => {
    const read = (each: object) => v.parse(calls[name].reply, [each])
    expect(read({ ...row, ...odd })).toEqual(read(row))
    expect(read(row)).not.toEqual([null])
  },
)

it.each(['contactText', 'lineLink', 'lineName', 'lineQR'])(
  'the contact can be read even if its %s cannot (R149)',
  (field) => {
    const contact = {
      contactText: 'a',
      lineLink: 'https://line.example/',
      lineName: 'b',
      lineQR: 'https://line.example/qr.png',
    }
    for (const odd of [null, 7, undefined]) {
      const read = v.parse(calls['lookup.contact'].reply, { ...contact, [field]: odd })
      expect(read).toEqual({ ...contact, [field]: field === 'contactText' ? '' : undefined })
    }
  },
)

it.each([null, {}, { message: 'OK' }, { _id: 7 }, ''])(
  'a bonus counts as claimed whatever the body of the successful reply: %j (R364)',
  (said) => {
    expect(v.is(calls['bonus.activate'].reply, said)).toBe(true)
  },
)

it('the contract reads null as an empty site status (R314)', () => {
  expect(v.parse(calls['lookup.active'].reply, null)).toEqual(v.parse(calls['lookup.active'].reply, {}))
})
