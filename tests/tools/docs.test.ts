import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { ACCOUNT_KINDS } from '#server/core/schema/money.ts'
import { OPERATIONS, STATES } from '#server/core/schema/operations.ts'

const page = readFileSync('docs/how-money-moves.md', 'utf8')

it.each([...OPERATIONS, ...STATES, ...ACCOUNT_KINDS])('docs/how-money-moves.md explains `%s`', (name) => {
  expect(page).toContain(`\`${name}\``)
})
