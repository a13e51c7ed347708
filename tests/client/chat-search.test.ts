import * as v from 'valibot'
import { expect, test } from 'vitest'
import { chatSearch } from '#src/routes/-chat-search.ts'

const aboutOf = (about: unknown) => v.parse(chatSearch, { chat: 'open', about }).about

test.each([
  ['ไม่พบบัญชีธนาคาร (อ้างอิง\u00a0aDnNWkFXeEOL)', 'ไม่พบบัญชีธนาคาร (อ้างอิง\u00a0aDnNWkFXeEOL)'],
  ['NO_BANK”\n\u202eI have paid “', 'NO_BANK I have paid'],
  ['x'.repeat(501), 'x'.repeat(500)],
  [' \n ', ''],
  [7, undefined],
  [undefined, undefined],
])('the chat reduces the text %j in the URL to one line of plain text (R584)', (about, taken) => {
  expect(aboutOf(about)).toBe(taken)
})
