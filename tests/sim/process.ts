import { ApiError } from '#server/core/api-error.ts'
import { schema } from '#server/core/db.ts'
import { createGateways } from '#server/core/gateways.ts'
import { log } from '#server/core/log.ts'
import { createSwitches } from '#server/core/switches.ts'
import { say } from '#server/domain/chat.ts'
import { releaseHeld } from '#server/domain/deposit-limit.ts'
import { receive } from '#server/domain/payment.ts'
import { play } from '#server/domain/play.ts'
import { reconcile, takeOver } from '#server/domain/reconciler.ts'
import { sealEntries } from '#server/domain/seals.ts'
import { settleSlip } from '#server/domain/slip.ts'
import { settle } from '#server/domain/withdrawal.ts'
import { kinds } from '#server/handlers/kinds.ts'
import { createApp } from '#server/http/app.ts'
import { attachSocket, hangUpAt, pushTo } from '#server/http/socket.ts'

/**
 * The part of the server that `server/main.ts` and the adapters of an operator use. The simulator runs it once for each
 * process that it starts.
 */
export const process = {
  ApiError,
  schema,
  createGateways,
  log,
  createSwitches,
  releaseHeld,
  receive,
  play,
  settle,
  reconcile,
  takeOver,
  sealEntries,
  settleSlip,
  say,
  kinds,
  createApp,
  attachSocket,
  hangUpAt,
  pushTo,
}
