import * as v from 'valibot'
import type { CallName } from '#contract/calls.ts'
import { SiteActive } from '#contract/lookup.ts'
import { accountChecks } from './checks/account.ts'
import { chatChecks } from './checks/chat.ts'
import { corsChecks } from './checks/cors.ts'
import { everyCallChecks } from './checks/every-call.ts'
import { gameChecks } from './checks/games.ts'
import { lookupChecks } from './checks/lookups.ts'
import { qrChecks } from './checks/qr.ts'
import { registerChecks } from './checks/register.ts'
import { repeatChecks } from './checks/repeats.ts'
import { rewardChecks } from './checks/rewards.ts'
import { slipChecks } from './checks/slips.ts'
import { socketChecks } from './checks/socket.ts'
import { spinChecks } from './checks/spin.ts'
import { statementChecks } from './checks/statement.ts'
import { transferChecks } from './checks/transfer.ts'
import { walletChecks } from './checks/wallet.ts'
import { withdrawChecks } from './checks/withdraw.ts'
import { Backend, type Check, check, Fault, type Level, Skip, type Subject } from './kit.ts'

/** All checks, in the order in which they run. Checks that move money come after those that only read. */
export const CHECKS: readonly Check[] = [
  ...lookupChecks,
  ...accountChecks,
  ...registerChecks,
  ...walletChecks,
  ...statementChecks,
  ...gameChecks,
  ...slipChecks,
  ...everyCallChecks,
  ...corsChecks,
  ...qrChecks,
  ...rewardChecks,
  ...spinChecks,
  ...chatChecks,
  ...socketChecks,
  ...transferChecks,
  ...repeatChecks,
  ...withdrawChecks,
]

export type Outcome = 'passed' | 'failed' | 'skipped'
/** The outcome of one check; `why` explains the failure, the skip, or what was noted although the check passed. */
export type Result = { call: CallName; name: string; outcome: Outcome; why: string; ms: number }

/** The reason for skipping a check when no time is left. */
export const OVER = 'the time for the examination was over'

async function outcomeOf(check: Check, backend: Backend): Promise<Pick<Result, 'outcome' | 'why'>> {
  if (backend.left === 0) return { outcome: 'skipped', why: OVER }
  if (check.money && !backend.subject.isMoneyAllowed) return { outcome: 'skipped', why: 'needs --money' }
  backend.notes = []
  try {
    await check.run(backend)
    return { outcome: 'passed', why: backend.notes.join('; ') }
  } catch (error) {
    if (error instanceof Skip) return { outcome: 'skipped', why: error.message }
    // The time ran out while the check waited for a reply.
    if (backend.left === 0) return { outcome: 'skipped', why: OVER }
    // An odd reply can make a check throw before it can judge the reply. That is also the backend's fault.
    const why = error instanceof Fault ? error.message : `the reply breaks the check: ${String(error)}`
    return { outcome: 'failed', why }
  }
}

/** Returns the name of a check, with its refusal codes at level full. At level plain they do not count. */
const nameOf = ({ name, codes }: Check, level: Level) =>
  level === 'full' && codes.length > 0 ? `${name} with ${codes.join(' or ')}` : name

/**
 * Finds out whether the backend supports idempotency keys. If it does, it may refuse a change without a key, even at
 * level plain. Throws a fault if there is no reply.
 */
async function learnOffers(backend: Backend) {
  const { body } = await backend.send('lookup.active', {}, { token: null })
  const said = v.safeParse(SiteActive, body)
  if (said.success && said.output.offers.includes('keys')) backend.sendsKeys = true
}

const signIn: Check['run'] = async (backend) => {
  const { member, password } = backend.subject
  const { token } = await backend.ask('account.login', { username: member, password }, { token: null })
  backend.token = token
}

/**
 * Examines a backend and returns the result of each check. If the login fails, examines nothing else. Throws a fault if
 * the backend cannot be reached.
 */
export async function examine(subject: Subject, checks: readonly Check[] = CHECKS): Promise<Result[]> {
  const backend = new Backend(subject)
  const login = check('account.login', 'the member signs in', signIn)
  const results: Result[] = []
  await learnOffers(backend)
  for (const each of [login, ...checks]) {
    if (each.level === 'full' && !backend.isFull) continue
    if (each.keys && !backend.sendsKeys) continue
    const start = performance.now()
    const outcome = await outcomeOf(each, backend)
    results.push({
      call: each.call,
      name: nameOf(each, subject.level),
      ...outcome,
      ms: Math.round(performance.now() - start),
    })
    if (backend.token === null) break
  }
  return results
}
