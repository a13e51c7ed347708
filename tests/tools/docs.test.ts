import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { ACCOUNT_KINDS } from '#server/core/schema/money.ts'
import { OPERATIONS, STATES } from '#server/core/schema/operations.ts'

const page = readFileSync('docs/how-money-moves.md', 'utf8')

it.each([...OPERATIONS, ...STATES, ...ACCOUNT_KINDS])('docs/how-money-moves.md explains `%s`', (name) => {
  expect(page).toContain(`\`${name}\``)
})

/** For each ASVS 5.0 item about documentation: the page that covers it, and texts on that page. */
const DOCUMENTED = [
  ['V6.1.1', 'backend.md', ['| passwords of one account | 10 in 15 minutes;', ' | 1000 in 15 minutes, ']],
  ['V6.1.2', 'backend.md', ['`VITE_APP_TITLE`', '`SITE_URL` and `WEB_ORIGIN`', '`PASSWORD_WORDS`']],
  ['V6.1.3', 'security.md', ['| login |', '| login with a passkey |', '| registration |', '| a forgotten password |']],
  [
    'V7.1.1',
    'security.md',
    ['| 30 minutes, or 14 days if it is remembered;', '| 12 hours, or 30 days if it is remembered;'],
  ],
  ['V7.1.2', 'security.md', ['A member may have any number of sessions']],
  ['V8.1.1', 'security.md', ['Each call names its callers in `access` of the contract']],
] as const

it.each(DOCUMENTED)('the documentation that ASVS %s requires is in docs/%s', (_, file, texts) => {
  const text = readFileSync(`docs/${file}`, 'utf8')
  for (const each of texts) expect(text).toContain(each)
})
