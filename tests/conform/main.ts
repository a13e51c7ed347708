import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { oneOf } from '#tests/kit/one-of.ts'
import { examine } from './examine.ts'
import { LEVELS } from './kit.ts'
import { grades, toJson, toJUnit, toMarkdown } from './report.ts'
import { connectTo } from './socket.ts'

/*
 * `npm run conform -- URL --member PHONE --password PW [--level plain|full] [--money] [--chat URL] [--json F] [--junit F] [--markdown F]`:
 * examines a backend from outside; its chat socket is at the origin of `--chat`, or of URL. Ends with 1 if a call fails its level.
 */

const USAGE =
  'npm run conform -- URL --member PHONE --password PW [--level plain|full] [--money] [--chat URL] [--json F] [--junit F] [--markdown F]'

function read() {
  const text = { type: 'string' } as const
  const options = { member: text, password: text, level: text, chat: text, json: text, junit: text, markdown: text }
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { ...options, money: { type: 'boolean', default: false } },
    })
    const [address = ''] = positionals
    const { member, password, level = 'plain', chat = address } = values
    if (!URL.canParse(address) || !URL.canParse(chat) || !member || !password)
      throw new Error('URL, --member and --password are required')
    return {
      ...values,
      member,
      password,
      chat,
      base: new URL(address).href.replace(/\/$/, ''),
      level: oneOf('level', level, LEVELS),
    }
  } catch (error) {
    console.error(`${(error as Error).message}\n${USAGE}`)
    return process.exit(2)
  }
}

const { base, member, password, level, chat, money, json, junit, markdown } = read()
const results = await examine({ base, member, password, level, isMoneyAllowed: money, fetch, connect: connectTo(chat) })
const report = toMarkdown(results, level)
console.log(report)
if (markdown) writeFileSync(markdown, report)
if (json) writeFileSync(json, toJson(results, level))
if (junit) writeFileSync(junit, toJUnit(results))
if (grades(results).some(({ grade }) => grade === 'fails')) process.exitCode = 1
