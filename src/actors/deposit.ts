import * as v from 'valibot'
import { fromPromise } from 'xstate'
import { depositCalls } from '#contract/deposit.ts'
import { asFailure } from '#contract/failure.ts'
import { giftCalls } from '#contract/gift-link.ts'
import { profileCalls } from '#contract/profile.ts'
import { qrCalls, qrRules as rulesOf } from '#contract/qr.ts'
import type { SiteSettings } from '#contract/settings.ts'
import { FileFacts, slipCalls } from '#contract/slip.ts'
import { PAGE_SIZE } from '#contract/statement.ts'
import { bankTransferMachine } from '#machines/bank-transfer.machine.ts'
import { depositMachine } from '#machines/deposit.machine.ts'
import { giftLinkMachine } from '#machines/gift-link.machine.ts'
import { qrCodeMachine } from '#machines/qr-code.machine.ts'
import { qrDepositMachine } from '#machines/qr-deposit.machine.ts'
import { slipUploadMachine, type Upload, type Uploaded } from '#machines/slip-upload.machine.ts'
import { request } from '#src/api/request.ts'
import { copyText } from '#src/lib/clipboard.ts'
import { clearPending, pendingOf, storePending } from '#src/lib/pending.ts'
import { savePicture } from '#src/lib/save-picture.ts'
import { isUnkeyed } from '#src/lib/unkeyed.ts'
import { attempt, attemptCall, keptAttempt, type ReadOwn } from './attempt.ts'
import { callActor, callActors, requestActor } from './call.ts'
import { clock } from './clock.ts'
import { settledCall } from './settled.ts'
import { headersOf, stepUpBy } from './step-up.ts'

const { 'qr.get': get, 'qr.remove': remove } = callActors(qrCalls)
/**
 * Creates a code. If no reply arrives and a resent request would create a second code, checks with `qr.get` whether the
 * code was created instead of resending.
 */
const create = settledCall(qrCalls['qr.create'], ({ provider }, signal) =>
  request(qrCalls['qr.get'], { provider }, signal),
)

const qrCode = qrCodeMachine.provide({
  actors: { 'qr.get': get, 'qr.remove': remove, clock },
  actions: {
    savePicture: ({ context }) => {
      savePicture(context.code?.qrcode ?? '', 'krapao-qr.png').catch(() =>
        context.owner.send({ type: 'qr.saveFailed' }),
      )
    },
  },
})
const qrDeposit = qrDepositMachine.provide({ actors: { 'qr.get': get, 'qr.create': create, qrCode } })

export const readAccount: ReadOwn = async ({ overview }) => {
  const { bankAccountName } = overview.bankAccount
  return bankAccountName ? { of: 'account', bankAccountName } : null
}

const rename = profileCalls['account.rename']
const bankTransfer = bankTransferMachine.provide({
  actors: {
    attempt: attempt(attemptCall(rename), { readOwn: readAccount }),
    stepUp: stepUpBy(({ input, key, proof }, signal) =>
      request(rename, { ...input, key }, signal, { headers: headersOf(proof) }),
    ),
  },
  actions: {
    copy: ({ context: { text }, self }) => {
      void copyText(text).then((isDone) => self.send({ type: 'copy.ended', isDone }))
    },
  },
})

const SLIP = 'slip'
/** The number of slips shown as evidence. */
const NEWEST = 3
const slipUpload = slipUploadMachine.provide({
  actors: {
    'lookup.slip': callActor(slipCalls['lookup.slip']),
    upload: requestActor<Uploaded, Upload>(async ({ file, key, owner }, signal) => {
      const onProgress = (sent: number, size: number) => owner.send({ type: 'slip.progress', sent, size })
      try {
        await request(slipCalls['wallet.slip'], { file, key }, signal, { onProgress })
        return {}
      } catch (failure) {
        if (asFailure(failure).kind === 'unknown' && isUnkeyed(key)) return { isUnkeyed: true }
        throw failure
      }
    }),
    look: requestActor(async (_: undefined, signal) => {
      const { slips } = await request(slipCalls['statement.slips'], { page: 1, limit: PAGE_SIZE }, signal)
      return slips.slice(0, NEWEST)
    }),
    clock,
  },
  actions: {
    savePending: ({ context: { pending } }) => pending && storePending(SLIP, pending),
    clearPending: () => clearPending(SLIP),
  },
})

const GIFT = 'gift'
const giftLink = giftLinkMachine.provide({
  actors: {
    // the cipher is loaded only when a link is sent
    seal: fromPromise<string, { link: string; account: string }>(async ({ input: { link, account } }) => {
      const { sealGift } = await import('#src/lib/seal-gift.ts')
      return sealGift(link, account)
    }),
    attempt: keptAttempt(attemptCall(giftCalls['wallet.truelink']), () => GIFT),
  },
})

const KeptSlip = v.object({ key: v.string(), facts: FileFacts, sentAt: v.optional(v.number(), 0) })
function pendingSlip() {
  const slip = pendingOf(SLIP, KeptSlip)
  return slip && { ...slip, isUnkeyed: isUnkeyed(slip.key) }
}

/** Returns the deposits that were sent in this tab and whose outcome is still unknown. */
export const pendingDeposits = () => ({
  gift: pendingOf(GIFT, v.object({ key: v.string(), input: v.object({ link: v.string() }) })),
  slip: pendingSlip(),
})

/** Returns the operator's QR minimums and presets, or those of this build if the operator sets none. Source: R531. */
export const qrRules = ({ qr }: SiteSettings) => rulesOf(import.meta.env, qr)

/** The deposit dialog machine, connected to the backend. */
export const depositLogic = depositMachine.provide({
  actors: {
    'lookup.deposit': callActor(depositCalls['lookup.deposit']),
    qrDeposit,
    bankTransfer,
    slipUpload,
    giftLink,
  },
})
