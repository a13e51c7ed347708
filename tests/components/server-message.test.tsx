import { act, render } from '@testing-library/react'
import { beforeAll, expect, it } from 'vitest'
import { createEmptyActor } from 'xstate'
import { QR_RULES } from '#contract/qr.ts'
import changePassword from '#tests/flows/change-password/change-password.model.ts'
import passwordScreen from '#tests/flows/change-password/change-password.screen.tsx'
import qrDeposit from '#tests/flows/qr-deposit/qr-deposit.model.ts'
import qrScreen from '#tests/flows/qr-deposit/qr-deposit.screen.tsx'
import register from '#tests/flows/register/register.model.ts'
import registerScreen from '#tests/flows/register/register.screen.tsx'
import slipUpload from '#tests/flows/slip-upload/slip-upload.model.ts'
import slipScreen from '#tests/flows/slip-upload/slip-upload.screen.tsx'
import { disableAnimations } from '#tests/kit/disable-animations.ts'
import { maintenance } from '#tests/kit/samples/failures.ts'
import { lists, PASSWORD, typed, visit } from '#tests/kit/samples/register.ts'
import { file, picture } from '#tests/kit/samples/slip.ts'
import { words } from '#tests/kit/screen.ts'
import { start } from '#tests/kit/start.ts'
import { speakThai } from '#tests/kit/thai.ts'

beforeAll(speakThai)
beforeAll(disableAnimations)

const nobody = createEmptyActor() as never

/**
 * Flows without an attempt machine. Each function runs its flow up to a change and returns a function that makes the
 * change fail.
 */
const FLOWS = {
  'a new password': async () => {
    const flow = await start(changePassword, { least: undefined, endsSessions: true, sentAt: null })
    render(passwordScreen.view(flow.actor))
    const passwords = { oldPassword: PASSWORD, newPassword: `${PASSWORD}2`, confirm: `${PASSWORD}2` }
    await act(() => flow.send({ type: 'password.submit', ...passwords }))
    return () => flow.fail('account.password', maintenance)
  },
  'a QR code': async () => {
    const flow = await start(qrDeposit, { provider: 'KBANK', rule: QR_RULES.KBANK, owner: nobody })
    render(qrScreen.view(flow.actor))
    await act(() => flow.send({ type: 'tab.shown' }))
    await act(() => flow.answer('qr.get', { hasQrcode: false }))
    await act(() => flow.send({ type: 'amount.type', text: '100' }, { type: 'qr.create' }))
    return () => flow.fail('qr.create', maintenance)
  },
  'a registration': async () => {
    const flow = await start(register, { ...visit, typed, isLaos: false, toasts: nobody })
    await flow.answer('lookups', { hasOtp: true, ...lists })
    await flow.send({ type: 'phone.submit' })
    await flow.answer('otp', 'verified')
    await flow.send({ type: 'profile.submit', password: PASSWORD, confirm: PASSWORD })
    await flow.answer('account.validate', {})
    await flow.send({ type: 'bank.submit', password: PASSWORD })
    render(registerScreen.view(flow.actor))
    return () => flow.fail('account.create', maintenance)
  },
  'a slip': async () => {
    const flow = await start(slipUpload, { wallet: createEmptyActor() as never, pending: null })
    render(slipScreen.view(flow.actor))
    await act(() => flow.send({ type: 'slip.choose', facts: picture }, { type: 'slip.submit', file }))
    return () => flow.fail('upload', maintenance)
  },
}

it.each(Object.entries(FLOWS))(
  'the unknown outcome of %s is shown with the server’s error message (R388)',
  async (_, reach) => {
    const fail = await reach()
    expect(words()).not.toContain(maintenance.message)
    await act(fail)
    expect(words()).toContain(maintenance.message)
  },
)
