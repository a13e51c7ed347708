import { PAGE_SIZE } from '#contract/statement.ts'
import { addManyMembers } from '../kit/many-members.ts'
import { openBackend } from './backend.ts'
import { type Ratio, rate } from './ratios.ts'

const MEMBERS = 100_000
/** Limit of the time of a call with all of them by its time with a few. */
const MOST = 1.5

/** Measures calls of the demo member in a database with 100,000 members against the same in one with a few. */
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
    ]
  } finally {
    await big.close()
    await small.close()
  }
}
