import { expect, test } from 'vitest'
import { LANGUAGES } from '#contract/language.ts'
import { BOT_BUTTONS, BOT_TEXTS, botAnswer } from '#server/demo/sandbox/bot.ts'

const text = (message: string) => ({ message_type: 'text', payload: { message } })
const file = { message_type: 'media', payload: { fileType: 'image', filePath: '/chat-files/x' } }

test.each([
  [['Deposit', 'สวัสดี'], BOT_TEXTS.received.en],
  [['ຝາກເງິນ'], BOT_TEXTS.received.la],
  [[], BOT_TEXTS.received.th],
])('the bot replies to a file in the language of the sender’s last message: %j', (before, message) => {
  const said = before.map(text)
  expect(botAnswer({ message: file }, [file, ...said])).toMatchObject({ payload: { message } })
})

test('the bot replies to a number in the language of the sender’s last message that contains words', () => {
  const said = [text('12'), text('ເງິນບໍ່ເຂົ້າ'), text('money')]
  expect(botAnswer({ message: text('500') }, said)).toMatchObject({ payload: { message: BOT_TEXTS.unsure.la } })
})

test.each(LANGUAGES)(
  'the bot replies to the button on a bonus card with text instead of sending the same cards again: %s',
  (language) => {
    const message = { message_type: 'postback', payload: { message: BOT_BUTTONS.bonus[language], payload: 'bonus' } }
    expect(botAnswer({ message }, [])).toMatchObject({ payload: { message: BOT_TEXTS.receive[language] } })
    expect(botAnswer({ message: text(BOT_BUTTONS.bonus[language]) }, [])).toMatchObject({ message_type: 'generic' })
  },
)
