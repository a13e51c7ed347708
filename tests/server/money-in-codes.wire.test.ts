import { expect, test } from 'vitest'
import { START } from '#tests/kit/database.ts'
import { giftLink, pngSlip, sealedGift } from '#tests/kit/money-in.ts'
import { type Backend, type Reply, startBackend } from '#tests/kit/server.ts'

/** The codes of the area "Slip and gift link" (R481–R485). */
const CATALOGUE = ['SLIP_UPLOAD_FAIL', 'SLIP_NO_FILE', 'SLIP_INVALID_FILE', 'TRUELINK_DUPLICATE', 'TRUELINK_INVALID']

const slip = async (backend: Backend, file: File) =>
  backend.call('wallet.slip', { file }, { token: await backend.login() })
const gift = async (backend: Backend, link: string) =>
  backend.call('wallet.truelink', { link: sealedGift(link) }, { token: await backend.login() })
/** Returns opening hours in Bangkok time that begin one hour after `START`. */
const closedAtStart = () => {
  const minute = (later: number) => new Date(START + (7 * 60 + later) * 60_000).toISOString().slice(11, 16)
  return { SLIP_OPEN: minute(60), SLIP_CLOSE: minute(120) }
}

/** How to cause each code, and its HTTP status. */
const CASES: readonly [code: string, how: string, status: number, bring: (backend: Backend) => Promise<Reply>][] = [
  [
    'SLIP_UPLOAD_FAIL',
    'a slip outside the hours',
    403,
    async () => slip(await startBackend({ env: closedAtStart() }), pngSlip()),
  ],
  ['SLIP_NO_FILE', 'an empty file', 400, (b) => slip(b, new File([], 'slip.png', { type: 'image/png' }))],
  ['SLIP_INVALID_FILE', 'no picture', 400, (b) => slip(b, new File(['text'], 'slip.png', { type: 'image/png' }))],
  [
    'TRUELINK_DUPLICATE',
    'a link that was cashed',
    409,
    async (b) => {
      await gift(b, giftLink('a-20'))
      return gift(b, giftLink('a-20'))
    },
  ],
  ['TRUELINK_INVALID', 'a link that was used elsewhere', 400, (b) => gift(b, giftLink('used'))],
]

test('these tests cover each slip and gift link error code once (R481–R485)', () => {
  expect(CASES.map(([code]) => code)).toEqual(CATALOGUE)
})

test.each(CASES)(
  'the server answers with %s in this case: %s (HTTP %i) (R481–R485)',
  async (code, _, status, bring) => {
    const backend = await startBackend()
    expect(await bring(backend)).toEqual({ status, body: { code, message: code } })
  },
)
