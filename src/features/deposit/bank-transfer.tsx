import { useSelector } from '@xstate/react'
import type { ActorRefFrom } from 'xstate'
import type { DepositBank, DepositWays } from '#contract/deposit.ts'
import type { bankTransferMachine } from '#machines/bank-transfer.machine.ts'
import type { slipUploadMachine } from '#machines/slip-upload.machine.ts'
import type { walletMachine } from '#machines/wallet.machine.ts'
import { Button } from '#src/components/button.tsx'
import { Empty } from '#src/components/empty.tsx'
import { NoBreakText } from '#src/components/no-break-text.tsx'
import { Note } from '#src/components/note.tsx'
import { Skeleton } from '#src/components/skeleton.tsx'
import { Unread } from '#src/components/unread.tsx'
import { useTexts } from '#src/lib/i18n.ts'
import css from './bank.module.css'
import { BankCard } from './bank-card.tsx'
import { RenameDialog } from './rename-dialog.tsx'
import { SlipUpload } from './slip-upload.tsx'

type Props = {
  actor: ActorRefFrom<typeof bankTransferMachine>
  slip: ActorRefFrom<typeof slipUploadMachine>
  wallet: ActorRefFrom<typeof walletMachine>
  /** The deposit methods; null while they are loading, or if they failed to load. */
  ways: DepositWays | null
  isLoading: boolean
  onRetry: () => void
}

/**
 * Guides the player through a bank transfer in three steps: choosing an account to pay into, transferring, and sending
 * the slip. Source: R21, R106–R108, D-11.
 */
export function BankTransfer({ actor, slip, wallet, ways, isLoading, onRetry }: Props) {
  const { t } = useTexts()
  const isNaming = useSelector(actor, (s) => !s.matches('listed'))
  const own = useSelector(wallet, (s) => s.context.overview?.bankAccount ?? null)
  const isOwn = (bank: DepositBank | null) => bank !== null && bank.bankCode === own?.bank.code
  if (isLoading)
    return (
      <div role="status" aria-label={t('state.loading')} className={css.tab}>
        <Skeleton shape="card" />
      </div>
    )
  if (!ways)
    return (
      <Empty
        icon="alert"
        tone="plain"
        title={t('bank.failed')}
        text={t('bank.emptyLead')}
        action={<Button onClick={onRetry}>{t('action.retry')}</Button>}
      />
    )
  return (
    <>
      <ol className={css.steps}>
        <li>
          <h3>{t('bank.step.copy')}</h3>
          {ways.banks.length === 0 ? <Empty icon="bank" title={t('bank.empty')} text={t('bank.emptyLead')} /> : null}
          <ul className={css.banks}>
            {/* accounts at the member's own bank come first */}
            {ways.banks
              .toSorted((a, b) => Number(isOwn(b)) - Number(isOwn(a)))
              .map((bank, at) =>
                bank ? (
                  <BankCard
                    key={`${bank.bankCode} ${bank.bankAccountNo}`}
                    bank={bank}
                    onCopy={(text) => actor.send({ type: 'bank.copy', text, to: bank, own })}
                  />
                ) : (
                  <li key={`unread ${at}`} className={`${css.bank} ${css.title}`}>
                    <Unread />
                  </li>
                ),
              )}
          </ul>
        </li>
        <li>
          <h3>{t('bank.step.send')}</h3>
          <Note>
            <ul>
              <li>
                <NoBreakText text={t('bank.own')} />
              </li>
              <li>
                <NoBreakText text={t('qr.creditTime')} />
              </li>
            </ul>
          </Note>
        </li>
        <li>
          <SlipUpload actor={slip} isManual={ways.isManual} />
        </li>
      </ol>
      {isNaming ? <RenameDialog actor={actor} /> : null}
    </>
  )
}
