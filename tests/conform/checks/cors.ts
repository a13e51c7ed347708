import type { CallName } from '#contract/calls.ts'
import { PROOF_HEADER } from '#contract/proof.ts'
import { type Backend, type Check, check, must, skip } from '../kit.ts'

/** Returns the items of a comma-separated header, in lower case. */
const listed = (headers: Headers, name: string) =>
  (headers.get(name) ?? '').split(',').map((part) => part.trim().toLowerCase())
/** Throws a fault unless these headers allow the page to read the reply. */
function mustAllow(headers: Headers, origin: string | null) {
  const allowed = headers.get('Access-Control-Allow-Origin')
  must(allowed === '*' || allowed === origin, `the origin ${origin} is not allowed, but ${allowed ?? 'none'}`)
}

async function mayCall(backend: Backend, name: CallName, input: object, isChange: boolean) {
  const sent = ['Authorization', 'X-Requested-With', 'Content-Type']
  const asked = [
    ...sent,
    ...(isChange && backend.sendsKeys ? ['Idempotency-Key'] : []),
    ...(backend.isFull ? [PROOF_HEADER] : []),
  ]
  const headers = await backend.preflight(name, input, asked)
  mustAllow(headers, backend.subject.origin)
  const named = listed(headers, 'Access-Control-Allow-Headers')
  // the wildcard does not cover the Authorization header
  const isAllowed = (each: string) =>
    named.includes(each.toLowerCase()) || (each !== 'Authorization' && named.includes('*'))
  const missing = asked.filter((each) => !isAllowed(each))
  must(missing.length === 0, `the headers ${missing.join(', ')} are not allowed`)
}

const mayBeCalled = (name: CallName, input: object, isChange = true): Check =>
  check(name, 'a page of the site may call it from its own origin', (backend) =>
    mayCall(backend, name, input, isChange),
  )
/**
 * Returns a check that a page of the site may use a method that the preflight reply must allow. Browsers always allow
 * GET and POST.
 */
const mayUse = (name: CallName, method: string, input: object): Check =>
  check(name, `a page of the site may use ${method}`, async (backend) => {
    const allowed = listed(await backend.preflight(name, input, []), 'Access-Control-Allow-Methods')
    must(allowed.includes(method.toLowerCase()) || allowed.includes('*'), `the methods are ${allowed.join(', ')}`)
  })

/** Calls from a page on another origin, checked as browsers would check them. */
export const corsChecks: readonly Check[] = [
  mayBeCalled('wallet.get', {}, false),
  mayBeCalled('wallet.transfer', {}),
  mayUse('account.password', 'PUT', {}),
  mayUse('qr.remove', 'DELETE', { provider: 'KBANK', qrcodeId: 'no-such-code' }),
  check('wallet.get', 'a page of the site may read the reply', async (backend) => {
    const origin = backend.subject.origin ?? skip('needs --origin')
    mustAllow((await backend.send('wallet.get', {}, { headers: { Origin: origin } })).headers, origin)
  }),
]
