import { waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import th from '#locales/th.json'
import { eachPlainPage, says, tap } from '#tests/kit/plain-page.tsx'
import { choose, fill } from '#tests/kit/screen.ts'

const { register, login } = th
const NEWCOMER = { phone: '0611111111', name: 'New Player', password: 'new-player-1', source: 'friend', bank: 'SCB' }
const plain = eachPlainPage('visitor')

const isStep = (n: number, total: number, title: keyof typeof register.title) =>
  Promise.all([
    says(register.step.replace('{{n}}', String(n)).replace('{{total}}', String(total))),
    says(register.title[title]),
  ])
const typePhone = () => fill(login.phone, NEWCOMER.phone)
const typeProfile = async () => {
  await fill(register.name, NEWCOMER.name)
  await fill(login.password, NEWCOMER.password)
  await fill(register.confirm, NEWCOMER.password)
  await choose(register.source, NEWCOMER.source)
  await tap(th.go.next)
}

it('the player registers in four steps, and the login page opens 2 s later (R2, R37, R40, R142, R204, R209, R596)', async () => {
  await plain().open('/register')
  await isStep(1, 4, 'phone')
  await typePhone()
  await tap(register.getCode)
  await isStep(2, 4, 'otp')
  await fill(register.otp, await plain().happen('sms', { phone: NEWCOMER.phone }))
  await isStep(3, 4, 'profile')
  await typeProfile()
  await isStep(4, 4, 'bank')
  await choose(register.bank, NEWCOMER.bank)
  await fill(register.accountNo, '1112223334')
  await fill(register.firstName, 'New')
  await fill(register.lastName, 'Player')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  await tap(register.submit)
  await says(register.done)
  expect(plain().place()).toBe('/register')
  await vi.advanceTimersByTimeAsync(2_000)
  await waitFor(() => expect(plain().place()).toBe('/login'))
  expect(plain().site.named(NEWCOMER.phone).bankAccountName).toBe('NEW PLAYER')
})

it('the registration has no code step if the site does not require a code (R40)', async () => {
  plain().site.switches.registerOTP = false
  await plain().open('/register')
  await isStep(1, 3, 'phone')
  await typePhone()
  await tap(th.go.next)
  await isStep(2, 3, 'profile')
  expect(plain().count('POST /api/otp/send')).toBe(0)
})

it('the registration skips step 2 if the phone is already verified (R206)', async () => {
  plain().site.otps.set('earlier', { phone: NEWCOMER.phone, code: '123456', isVerified: true })
  await plain().open('/register')
  await isStep(1, 4, 'phone')
  await typePhone()
  await tap(register.getCode)
  await isStep(3, 4, 'profile')
  expect(plain().count('POST /api/otp/verify')).toBe(0)
})
