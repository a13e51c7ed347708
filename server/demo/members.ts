import { randomBelow } from '#contract/random.ts'
import type { Db } from '#server/core/db.ts'
import { members } from '#server/core/schema/members.ts'
import { openAccounts } from '#server/domain/ledger.ts'

type New = Pick<typeof members.$inferInsert, 'name' | 'password' | 'createdAt' | 'sourceCode' | 'inviterId'>

/** Adds demo members. Each gets a wallet and a random phone number, which also serves as the bank account number. */
export async function addDemoMembers(tx: Db, people: readonly New[]): Promise<{ id: string; username: string }[]> {
  const rows = people.map((person) => {
    const username = `09${String(randomBelow(1e8)).padStart(8, '0')}`
    return { ...person, isDemo: true, username, bankCode: 'SCB', bankAccountName: person.name, bankAccountNo: username }
  })
  const added = await tx.insert(members).values(rows).returning({ id: members.id, username: members.username })
  await openAccounts(
    tx,
    added.map(({ id }) => ({ kind: 'wallet', memberId: id })),
  )
  return added
}
