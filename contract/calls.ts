import { accountCalls } from './account.ts'
import { depositCalls } from './deposit.ts'
import { gameCalls } from './game.ts'
import { giftCalls } from './gift-link.ts'
import { lookupCalls } from './lookup.ts'
import { operatorCalls } from './operator.ts'
import { profileCalls } from './profile.ts'
import { qrCalls } from './qr.ts'
import { registerCalls } from './register.ts'
import { slipCalls } from './slip.ts'
import { statementCalls } from './statement.ts'
import { transferCalls } from './transfer.ts'
import { walletCalls } from './wallet.ts'
import { withdrawCalls } from './withdraw.ts'

/** All calls, for the server and the tests; the browser imports the domains, so that a route loads only its own. */
export const calls = {
  ...accountCalls,
  ...registerCalls,
  ...profileCalls,
  ...lookupCalls,
  ...operatorCalls,
  ...walletCalls,
  ...transferCalls,
  ...withdrawCalls,
  ...statementCalls,
  ...depositCalls,
  ...qrCalls,
  ...slipCalls,
  ...giftCalls,
  ...gameCalls,
}
export type Calls = typeof calls
export type CallName = keyof Calls
