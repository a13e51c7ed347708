import { PAGE_SIZE } from '#contract/statement.ts'
import { addManyMembers } from '../kit/many-members.ts'
import { openBackend } from './backend.ts'
import { type Ratio, type Rounds, rate } from './rate.ts'

const MEMBERS = 100_000
/** The limit for the ratio of a call's time with all members to its time with a few. */
const MOST = 1.5

/**
 * The number of members who move money concurrently, and the limit for the ratio of their deposit time to their
 * transfer time.
 */
const AT_ONCE = 50
const DEPOSIT_MOST = 1.25

/** Compares concurrent deposits by different members with their concurrent transfers. */
export async function depositsToTransfers(
  { as }: Awaited<ReturnType<typeof openBackend>>,
  rounds: Rounds = { rounds: 40, each: 2 },
): Promise<Ratio> {
  const players = await Promise.all(Array.from({ length: AT_ONCE }, (_, n) => as(`many-${n + 1}`)))
  const all = (path: string, body: object) => Promise.all(players.map((call) => call('POST', path, body)))
  const deposit = () => all('/api/wallet/add', { amount: 1 })
  let [from, to] = ['WALLET', 'pg']
  await deposit()
  return rate(
    `deposits of ${AT_ONCE} members at once, to their transfers`,
    DEPOSIT_MOST,
    deposit,
    async () => {
      await all('/api/wallet/transfer', { from, to, amount: 1 })
      ;[from, to] = [to, from]
    },
    rounds,
  )
}

/**
 * Compares the demo member's calls in a database with 100,000 members with the same calls in a database with a few
 * members.
 */
export async function membersRun(bigUrl: string, smallUrl: string): Promise<Ratio[]> {
  const big = await openBackend(bigUrl)
  const small = await openBackend(smallUrl)
  type Call = typeof big.call
  try {
    await addManyMembers(big.db, MEMBERS)
    const run = (name: string, ask: (call: Call) => Promise<unknown>) =>
      rate(
        `${name} with ${MEMBERS} members, to a few`,
        MOST,
        () => ask(big.call),
        () => ask(small.call),
      )
    return [
      await run('wallet', (call) => call('GET', '/api/wallet')),
      await run('statement', (call) => call('POST', '/api/statement', { page: 1, limit: PAGE_SIZE })),
      await run('invited friends', (call) => call('POST', '/api/invite', { page: 1, limit: PAGE_SIZE })),
      await run('transfer there and back', async (call) => {
        await call('POST', '/api/wallet/transfer', { from: 'WALLET', to: 'pg', amount: 1 })
        await call('POST', '/api/wallet/transfer', { from: 'pg', to: 'WALLET', amount: 1 })
      }),
      await depositsToTransfers(big),
    ]
  } finally {
    await big.close()
    await small.close()
  }
}
