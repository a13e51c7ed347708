import type { SnapshotFrom } from 'xstate'
import th from '#locales/th.json'
import type { promotionMachine } from '#machines/promotion.machine.ts'
import { PromotionAlerts } from '#src/features/bonus/promotion-alerts.tsx'
import { PromotionForm } from '#src/features/bonus/promotion-form.tsx'
import { realAttempt } from '#tests/kit/attempts.ts'
import { defineDriver } from '#tests/kit/driver.ts'
import { fill, key, press, type ScreenSnapshot, told } from '#tests/kit/screen.ts'
import model, { promotion as found } from './promotion.model.ts'

const { action, bonus, copy, failure: failed, money, promotion } = th
/** The machine's attempt, whose call stays pending here. */
export const attempt = realAttempt()
const { child, isUnknown } = attempt
const notice = 'ยอดเล่นเสียนับ 30%'

type Seen = SnapshotFrom<typeof promotionMachine>
const descriptionOf = ({ context: { promotion } }: Seen) => (promotion ?? found).description

const form = (text: string): string[] => [promotion.code, copy.paste, `${promotion.search}${text ? '' : ' (off)'}`]

export default defineDriver(model, {
  view: (actor) => (
    <>
      <PromotionForm actor={actor} />
      <PromotionAlerts actor={actor} notice="ยอดเล่นเสียนับ percentFail%" />
    </>
  ),
  act: {
    'code.type': {
      ways: [({ text }) => fill(promotion.code, text.toLowerCase())],
      when: ({ context }, { text }) => (text || context.text) !== '',
    },
    'code.submit': {
      ways: [press(promotion.search), key('Enter', promotion.code)],
      when: ({ context: { text } }) => text !== '',
    },
    'promotion.receive': { ways: [press(promotion.receive)] },
    'promotion.leave': { ways: [press(action.close), key('Escape')] },
    'promotion.gotIt': { ways: [press(action.gotIt), key('Escape')] },
    'attempt.unknown': 'outside',
  },
  children: { attempt: child },
  texts: (seen) => [
    promotion.searching,
    descriptionOf(seen),
    notice,
    bonus.saved,
    money.unknown,
    failed.title,
    th.errorMsg.PROMOTION_RECEIVED,
  ],
  look: {
    editing: ({ context: { text, failure } }) => ({ controls: form(text), alerts: told(failure) }),
    searching: () => ({
      controls: [promotion.code, `${promotion.search} (busy)`],
      sees: [promotion.searching],
    }),
    missing: ({ context: { text } }): ScreenSnapshot => ({ controls: form(text), alerts: [promotion.missing] }),
    found: (seen) => ({ controls: [action.close, promotion.receive], sees: [descriptionOf(seen), notice] }),
    receiving: ({ children: { attempt } }) => ({
      controls: [isUnknown(attempt) ? action.checkAgain : `${bonus.busy} (busy)`],
      sees: isUnknown(attempt) ? [money.unknown] : [],
    }),
    received: () => ({ controls: [action.gotIt], sees: [bonus.saved] }),
    refused: ({ context: { failure } }) => ({ controls: [action.gotIt], sees: [failed.title, ...told(failure)] }),
  },
})
