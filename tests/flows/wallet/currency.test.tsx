import { act, render, screen } from '@testing-library/react'
import { afterAll, describe, expect, it } from 'vitest'
import { type ActorRefFrom, createActor, createEmptyActor } from 'xstate'
import { LANGUAGES, type Language } from '#contract/language.ts'
import { type Currency, satang } from '#contract/money.ts'
import { QR_RULES } from '#contract/qr.ts'
import { TRANSFER_MIN } from '#contract/transfer.ts'
import en from '#locales/en.json'
import la from '#locales/la.json'
import th from '#locales/th.json'
import type { walletMachine } from '#machines/wallet.machine.ts'
import { CurrencyContext } from '#src/components/use-money.ts'
import { BlockedHint } from '#src/features/bonus/blocked-hint.tsx'
import { GiftLink } from '#src/features/deposit/gift-link.tsx'
import { QrAmount } from '#src/features/deposit/qr-amount.tsx'
import { StatementRow } from '#src/features/statement/statement-row.tsx'
import { TransferDialog } from '#src/features/transfer/transfer-dialog.tsx'
import { Balance } from '#src/features/wallet/balance.tsx'
import { WithdrawForm } from '#src/features/withdraw/withdraw-form.tsx'
import { speak, startLanguage } from '#src/lib/i18n.ts'
import giftModel from '#tests/flows/gift-link/gift-link.model.ts'
import qrModel from '#tests/flows/qr-deposit/qr-deposit.model.ts'
import transferModel from '#tests/flows/transfer/transfer.model.ts'
import withdrawModel from '#tests/flows/withdraw/withdraw.model.ts'
import { knownWallet } from '#tests/kit/known-wallet.ts'
import { Fakes, settle } from '#tests/kit/run.ts'
import { bonusOf } from '#tests/kit/samples/bonus.ts'
import { ways } from '#tests/kit/samples/deposit.ts'
import { statementRow } from '#tests/kit/samples/statement.ts'
import { overview } from '#tests/kit/samples/wallet.ts'
import { plain } from '#tests/kit/screen.ts'
import { speakThai } from '#tests/kit/thai.ts'

const texts = { th, la, en }
const BAHT = /฿|บาท|ບາດ|baht/
const KIP = /₭|กีบ|ກີບ|\bkip\b/

afterAll(speakThai)

/** Renders every view that shows an amount in words or with a currency sign, and returns the text of all views. */
async function show(language: Language, currency: Currency, of = overview) {
  await startLanguage(language)
  speak(language, texts[language])
  const fakes = new Fakes()
  const wallet: ActorRefFrom<typeof walletMachine> = knownWallet(of)
  const other = createEmptyActor() as never
  const transfer = createActor(fakes.provide(transferModel), {
    input: { wallet: other, to: 'pg', least: TRANSFER_MIN, pending: null },
  })
  const withdraw = createActor(fakes.provide(withdrawModel), { input: { wallet: other, pending: null } })
  const qr = createActor(fakes.provide(qrModel), { input: { provider: 'WW', rule: QR_RULES.WW, owner: other } })
  const gift = createActor(fakes.provide(giftModel), { input: { wallet: other, pending: null } })
  for (const actor of [transfer, withdraw, qr, gift]) actor.start()
  transfer.send({ type: 'amount.type', text: '5' })
  await act(async () => {
    await settle()
    fakes.take('read').resolve({
      limits: { withdrawMin: 10_000, withdrawMax: 100_000 },
      warning: null,
    })
    await settle()
    withdraw.send({ type: 'amount.type', text: '5' })
    withdraw.send({ type: 'withdraw.submit', balance: null })
    render(
      <CurrencyContext value={currency}>
        <Balance actor={wallet} onOpen={() => {}} />
        <BlockedHint bonus={bonusOf('DAY', { blocked: 'balance', leastBalance: satang(10_000) })} />
        <WithdrawForm
          actor={withdraw}
          wallet={wallet}
          isFixed={false}
          isTooMuch={false}
          onBringBack={() => {}}
          onSubmit={() => {}}
        />
        <QrAmount actor={qr} limits={undefined} />
        <GiftLink actor={gift} ways={ways} hasFailed={false} onRetry={() => {}} />
        <ul>
          <StatementRow row={statementRow({ amount: satang(50_000) })} />
        </ul>
        <TransferDialog actor={transfer} wallet={wallet} onClose={() => {}} />
      </CurrencyContext>,
    )
    await settle()
  })
  return plain(document.body.textContent ?? '')
}

describe.each(LANGUAGES)('every money view in the language %s', (language) => {
  it('shows amounts in kip with ₭ and the word for kip, never in baht (R510)', async () => {
    const seen = await show(language, 'LAK')
    expect(seen).not.toMatch(BAHT)
    const { money, withdraw, transfer, qr, gift, bonus } = texts[language]
    const kip = (amount: string) => `${amount} ${money.LAK}`
    expect(seen).toContain('₭2,320.75')
    expect(seen).not.toContain('.00')
    expect(seen).toContain('₭100 – 1,000')
    for (const text of [
      withdraw.minimum.replace('{{min}}', kip('100')),
      bonus.blocked.balance.replace('{{amount}}', kip('100')),
      transfer.least.replace('{{min}}', kip('1')),
      qr.minimum.replace('{{min}}', kip('100')),
      gift.minimum.replace('{{min}}', kip('2')),
    ])
      expect(seen).toContain(plain(text))
    screen.getByRole('button', { name: `${transfer.submit} ₭5` })
    for (const field of screen.getAllByLabelText(money.amount)) expect(field).toHaveAttribute('inputmode', 'numeric')
  })

  it('shows the bank’s name in English on an English page, otherwise in Thai (R158)', async () => {
    expect(await show(language, 'BAHT')).toContain(language === 'en' ? 'Kasikornbank' : 'กสิกรไทย')
  })

  it('shows amounts in baht with ฿ and the word for baht, never in kip (D-46)', async () => {
    const seen = await show(language, 'BAHT')
    expect(seen).not.toMatch(KIP)
    expect(seen).toContain('฿2,320.75')
    expect(seen).toContain(`100.00 ${texts[language].money.BAHT}`)
    for (const field of screen.getAllByLabelText(texts[language].money.amount))
      expect(field).toHaveAttribute('inputmode', 'decimal')
  })
})
