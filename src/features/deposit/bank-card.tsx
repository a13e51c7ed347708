import type { DepositBank } from '#contract/deposit.ts'
import { IconButton } from '#src/components/icon-button.tsx'
import { bankName } from '#src/lib/bank-name.ts'
import { formatAccountNo } from '#src/lib/format.ts'
import { useTexts } from '#src/lib/i18n.ts'
import { languageOf } from '#src/lib/language-of.ts'
import css from './bank.module.css'

type Props = { bank: DepositBank; onCopy: (text: string) => void }

/**
 * Shows an account that the player can pay into: its bank, name and number, with a copy button for each.
 * Source: R106–R107, R165.
 */
export function BankCard({ bank: { bank, bankCode, bankAccountName, bankAccountNo }, onCopy }: Props) {
  const { t, language } = useTexts()
  const name = bankName(bank, language)
  return (
    <li className={css.bank}>
      <p className={css.title}>
        <span className={css.sign} data-bank={bankCode}>
          {bankCode}
        </span>
        <strong lang={languageOf(name)}>{name}</strong>
      </p>
      <dl>
        <div>
          <dt>{t('bank.no')}</dt>
          <dd className={`number ${css.no}`}>{formatAccountNo(bankAccountNo)}</dd>
          <dd className={css.tool}>
            <IconButton icon="copy" label={t('bank.copyNo')} onClick={() => onCopy(bankAccountNo)} />
          </dd>
        </div>
        <div>
          <dt>{t('bank.name')}</dt>
          <dd lang={languageOf(bankAccountName)}>{bankAccountName}</dd>
          <dd className={css.tool}>
            <IconButton icon="copy" label={t('bank.copyName')} onClick={() => onCopy(bankAccountName)} />
          </dd>
        </div>
      </dl>
    </li>
  )
}
