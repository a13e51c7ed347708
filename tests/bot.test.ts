import { expect, test } from 'vitest'
import { BOT_TEXTS, botAnswer } from '#server/sandbox/bot.ts'

const text = (message: string) => ({ message_type: 'text', payload: { message } })
const file = { message_type: 'media', payload: { fileType: 'image', filePath: '/chat-files/x' } }

test.each([
  [['Deposit', 'สวัสดี'], BOT_TEXTS.received.en],
  [['ຝາກເງິນ'], BOT_TEXTS.received.la],
  [[], BOT_TEXTS.received.th],
])('a file is answered in the language that its sender wrote last (%j)', (before, message) => {
  const said = before.map(text)
  expect(botAnswer({ message: file }, [file, ...said])).toMatchObject({ payload: { message } })
})
