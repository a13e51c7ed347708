import { toSatang } from '#contract/money.ts'
import type { Arrange, Fixtures } from '#e2e/paths/fixtures.ts'
import { giftSent, slipSent } from '#e2e/paths/sent.ts'
import type model from './deposit.model.ts'

/** Injects a tab's event. As in the model, the tabs themselves send no events. */
const told =
  (type: string, payload = {}): Arrange =>
  ({ send }) =>
    send(type, payload)
const WW = { provider: 'WW' }

export default {
  as: 'newcomer',
  held: ['qr.get', 'lookup.slip', 'wallet.slip', 'wallet.truelink'],
  starts: {
    'the player opens the deposit dialog': ({ page }) => page.goto('/user/home?dialog=deposit'),
    'the player opens the dialog while it is unknown whether a gift link was redeemed': giftSent,
    'the player opens the dialog while it is unknown whether a slip was received': slipSent,
  },
  events: {
    'an open QR code from the provider WW is found': told('qr.found', WW),
    'the player types an amount': told('qr.typed', WW),
    'a QR code from the provider WW is created': told('qr.created', WW),
    'the balance may have changed': told('qr.moneyMoved'),
    'the player refreshes the balance': told('qr.refreshAsked'),
    'the player dismisses the message that the money has arrived': told('qr.closeAsked'),
    'a QR code is cancelled': told('qr.cancelled'),
    'the picture of the QR code cannot be saved': told('qr.saveFailed'),
    'the player reports the payment': async ({ deposit, line, t }) => {
      await line.free(['qr.get'], async () => {
        await deposit.dialog.getByRole('tab', { name: t('deposit.qr'), exact: true }).click()
        await deposit.make(toSatang(100))
        await deposit.transferred.click()
      })
    },
  },
} satisfies Fixtures<typeof model>
