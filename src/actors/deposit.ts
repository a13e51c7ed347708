import { depositCalls } from '#contract/deposit.ts'
import { qrCalls, qrRules as rulesOf } from '#contract/qr.ts'
import { depositMachine } from '#machines/deposit.machine.ts'
import { qrCodeMachine } from '#machines/qr-code.machine.ts'
import { qrDepositMachine } from '#machines/qr-deposit.machine.ts'
import { savePicture } from '#src/lib/save-picture.ts'
import { callActor, callActors, clock } from './call.ts'

const { 'qr.get': get, 'qr.create': create, 'qr.remove': remove } = callActors(qrCalls)

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

/** QR minimum and presets of this build. Source: R531. */
export const qrRules = rulesOf(import.meta.env)

/** The deposit dialog joined to the backend. */
export const depositLogic = depositMachine.provide({
  actors: { 'lookup.deposit': callActor(depositCalls['lookup.deposit']), qrDeposit },
})
