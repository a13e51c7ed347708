import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { oneOf } from '#tests/kit/one-of.ts'
import { examine, OVER } from './examine.ts'
import { LEVELS, LIMIT } from './kit.ts'
import { toJson, toJUnit, toMarkdown } from './report.ts'
import { connectTo } from './socket.ts'

/*
 * Examines a backend from outside. Exits with 1 if a check fails or the time runs out, and with 2 if nothing could be
 * examined.
 */

const USAGE = `npm run conform -- URL --member PHONE --password PW [options]

  --level plain|full   plain: the specification alone (default); full: with the additions of the reference backend
  --money              also moves money of the member
  --origin URL         the origin of the site, if it is not that of URL: checks that its page may call
  --chat URL           the origin of the chat socket, if it is not that of URL
  --json F, --junit F, --markdown F
                       writes the report to a file
  --help               prints this text`

function stop(why: string): never {
  console.error(why)
  process.exit(2)
}

function webAddress(text: string) {
  if (!URL.canParse(text) || !/^https?:/.test(text)) throw new Error(`"${text}" is no http or https address`)
  return new URL(text).href.replace(/\/$/, '')
}

function read() {
  const text = { type: 'string' } as const
  const flag = { type: 'boolean', default: false } as const
  const options = {
    member: text,
    password: text,
    level: text,
    origin: text,
    chat: text,
    json: text,
    junit: text,
    markdown: text,
  }
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { ...options, money: flag, help: flag },
    })
    if (values.help) {
      console.log(USAGE)
      process.exit(0)
    }
    const [address] = positionals
    const { member, password, level = 'plain', origin, chat = address } = values
    if (!address || !chat || !member || !password) throw new Error('URL, --member and --password are required')
    return {
      ...values,
      member,
      password,
      chat: webAddress(chat),
      base: webAddress(address),
      origin: origin === undefined ? null : new URL(webAddress(origin)).origin,
      level: oneOf('level', level, LEVELS),
    }
  } catch (error) {
    return stop(`${(error as Error).message} (see --help)`)
  }
}

/** Creates the report files, so that the program exits before it examines anything if one cannot be written. */
function createFiles(files: readonly (string | undefined)[]) {
  try {
    for (const file of files) if (file) writeFileSync(file, '')
  } catch (error) {
    stop((error as Error).message)
  }
}

const { base, origin, member, password, level, chat, money, json, junit, markdown } = read()
createFiles([json, junit, markdown])
const seen = { base, origin, member, password, fetch, connect: connectTo(chat) }
const subject = { ...seen, level, limit: LIMIT, isMoneyAllowed: money }
const results = await examine(subject).catch((error: Error) => stop(`${base} cannot be examined: ${error.message}`))
const [login] = results
if (login?.outcome !== 'passed') stop(`${member} cannot sign in at ${base}: ${login?.why}`)
const report = toMarkdown(results, level)
console.log(report)
if (markdown) writeFileSync(markdown, report)
if (json) writeFileSync(json, toJson(results, level))
if (junit) writeFileSync(junit, toJUnit(results))
if (results.some(({ why }) => why === OVER)) console.error(`The examination ended after ${LIMIT / 60_000} minutes.`)
if (results.some(({ outcome, why }) => outcome === 'failed' || why === OVER)) process.exitCode = 1
