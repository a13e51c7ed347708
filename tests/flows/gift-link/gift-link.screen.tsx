import type { ActorRefFrom } from 'xstate'
import type { DepositWays } from '#contract/deposit.ts'
import th from '#locales/th.json'
import type { giftLinkMachine } from '#machines/gift-link.machine.ts'
import { GiftFoot, GiftLink } from '#src/features/deposit/gift-link.tsx'
import { realAttempt } from '#tests/kit/attempts.ts'
import { DepositDialog } from '#tests/kit/deposit-dialog.tsx'
import { defineDriver } from '#tests/kit/driver.ts'
import { ways } from '#tests/kit/samples/deposit.ts'
import { fill, key, press, type ScreenSnapshot, told } from '#tests/kit/screen.ts'
import model from './gift-link.model.ts'

const { action, copy, deposit, gift, money } = th
/** The tab's attempt, whose call stays pending. */
export const attempt = realAttempt()
const { child, isUnknown } = attempt
/** The amount of the gift link in the models. */
export const received = '฿100.00'

type Props = { actor: ActorRefFrom<typeof giftLinkMachine>; known?: DepositWays | null }
/** The tab in its dialog; `known`: the deposit methods, or null if they could not be loaded. */
export const Page = ({ actor, known = ways }: Props) => (
  <DepositDialog footer={<GiftFoot actor={actor} ways={known} />}>
    <GiftLink actor={actor} ways={known} hasFailed={false} onRetry={() => {}} />
  </DepositDialog>
)

const minimum = gift.minimum.replace('{{min}}', `2.00 ${money.BAHT}`)
/** All controls while the link can be changed. */
export const form = (button: string): string[] => [action.close, gift.link, copy.paste, button]

export default defineDriver(model, {
  view: (actor) => <Page actor={actor} />,
  act: {
    'link.type': {
      ways: [({ link }) => fill(gift.link, link)],
      when: ({ context }, { link }) => (link || context.link) !== '',
    },
    'gift.submit': { ways: [press(gift.submit), key('Enter', gift.link)] },
    'gift.gotIt': { ways: [press(action.gotIt), key('Escape')] },
    'attempt.unknown': 'outside',
  },
  children: { attempt: child },
  texts: [minimum, gift.received, deposit.held, received],
  look: {
    editing: ({ context: { link, failure } }): ScreenSnapshot => ({
      controls: form(link.trim() ? gift.submit : `${gift.submit} (off)`),
      alerts: told(failure),
      sees: failure ? [] : [minimum],
    }),
    sealing: () => ({ controls: [action.close, gift.link, `${gift.sending} (busy)`], sees: [minimum] }),
    attempting: ({ children: { attempt } }) => ({
      controls: [action.close, gift.link, isUnknown(attempt) ? action.checkAgain : `${gift.sending} (busy)`],
      alerts: isUnknown(attempt) ? [money.unknown] : [],
      sees: [minimum],
    }),
    received: ({ context: { amount, isHeld } }) => ({
      controls: [action.gotIt],
      sees: [isHeld ? deposit.held : gift.received, ...(amount ? [received] : [])],
    }),
  },
})
