import { Link } from '@tanstack/react-router'
import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import type { ActorRefFrom } from 'xstate'
import type { profileMachine } from '#machines/profile.machine.ts'
import type { walletMachine } from '#machines/wallet.machine.ts'
import { Button } from '#src/components/button.tsx'
import { Empty } from '#src/components/empty.tsx'
import { type Fact, FactList } from '#src/components/fact-list.tsx'
import { Icon, type IconName } from '#src/components/icon.tsx'
import { LayoutColumn, LayoutHead } from '#src/components/layout.tsx'
import { NoBreakText } from '#src/components/no-break-text.tsx'
import { Note } from '#src/components/note.tsx'
import { PageTitle } from '#src/components/page-title.tsx'
import { bankName } from '#src/lib/bank-name.ts'
import { formatAccountNo, formatDate } from '#src/lib/format.ts'
import { useTexts } from '#src/lib/i18n.ts'
import { languageOf } from '#src/lib/language-of.ts'
import css from './profile.module.css'

type Props = {
  actor: ActorRefFrom<typeof profileMachine>
  wallet: ActorRefFrom<typeof walletMachine>
  onPassword: () => void
  /** Opens the list of devices; null if the backend does not offer it. */
  onDevices: (() => void) | null
  /** Opens the security events; null if the backend does not offer them. */
  onEvents: (() => void) | null
  /** Opens the list of passkeys; null if the backend does not support them. */
  onPasskeys: (() => void) | null
  /** Opens the dialog about the member's data; null if the backend does not offer it. */
  onData: (() => void) | null
  /** True if the backend offers the My play page. */
  hasCare: boolean
  /** True if the outcome of a password change is unknown. */
  isPasswordUnsettled: boolean
  /** The dialog that is open, if any. */
  children: ReactNode
}

/**
 * Shows the member's personal data, and the bank account for withdrawals. Only the password can be changed.
 * Source: R128–R131, D-07.
 */
export function ProfileScreen({ actor, wallet, hasCare, isPasswordUnsettled, children, ...opens }: Props) {
  const { onPassword, onDevices, onEvents, onPasskeys, onData } = opens
  const { t } = useTexts()
  const dialogs = [
    { icon: 'user', text: t('devices.title'), onOpen: onDevices },
    { icon: 'statement', text: t('events.title'), onOpen: onEvents },
    { icon: 'lock', text: t('passkey.title'), onOpen: onPasskeys },
    { icon: 'download', text: t('data.title'), onOpen: onData },
  ] as const
  return (
    <LayoutColumn>
      <PageTitle page="profile" />
      <LayoutHead title={t('page.profile')}>
        <Button icon="lock" size="s" aria-haspopup="dialog" onClick={onPassword}>
          {t('password.change')}
        </Button>
      </LayoutHead>
      {isPasswordUnsettled ? (
        <Note tone="wait">
          <p>
            <NoBreakText text={t('home.unsettled', { what: t('password.change') })} />
          </p>
          <Button tone="cool" size="s" aria-haspopup="dialog" onClick={onPassword}>
            {t('action.checkAgain')}
          </Button>
        </Note>
      ) : null}
      <div className={css.cards}>
        <Person actor={actor} wallet={wallet} />
        <Account wallet={wallet} />
      </div>
      <Note>
        <NoBreakText text={t('profile.fixed')} />
      </Note>
      <ul className={css.rows}>
        {hasCare ? (
          <li>
            <Link to="/user/care" className={css.row}>
              <Row icon="clock" text={t('page.care')} />
            </Link>
          </li>
        ) : null}
        {dialogs.map(({ icon, text, onOpen }) =>
          onOpen ? (
            <li key={text}>
              <button type="button" className={css.row} aria-haspopup="dialog" onClick={onOpen}>
                <Row icon={icon} text={text} />
              </button>
            </li>
          ) : null,
        )}
      </ul>
      {children}
    </LayoutColumn>
  )
}

/** The content of a row that opens a page or a dialog. */
const Row = ({ icon, text }: { icon: IconName; text: string }) => (
  <>
    <Icon name={icon} />
    <span>
      <NoBreakText text={text} />
    </span>
    <Icon name="chevron-right" size="s" />
  </>
)

/** Shows the member's personal data; the join date comes from the wallet's reply. Source: R128. */
function Person({ actor, wallet }: Pick<Props, 'actor' | 'wallet'>) {
  const { t } = useTexts()
  const profile = useSelector(actor, (s) => s.context.found)
  const isLoading = useSelector(actor, (s) => s.hasTag('busy'))
  const since = useSelector(wallet, (s) => s.context.overview?.profile.createdAt)
  const hasFailed = useSelector(wallet, (s) => s.matches({ overview: 'failed' }))
  if (!profile && !isLoading)
    return <Failed title={t('profile.failed')} onRetry={() => actor.send({ type: 'lookup.retry' })} />
  return (
    <Facts
      isLoading={isLoading}
      facts={[
        { name: t('profile.name'), value: profile?.name },
        { name: t('profile.username'), value: profile ? formatAccountNo(profile.username) : undefined, isNumber: true },
        { name: t('profile.id'), value: profile?._id },
        {
          name: t('profile.since'),
          value: since === undefined ? (hasFailed ? '' : undefined) : formatDate(since),
        },
      ]}
    />
  )
}

/** Shows the bank account, which comes from the wallet's reply. Source: R129–R130. */
function Account({ wallet }: Pick<Props, 'wallet'>) {
  const { t, language } = useTexts()
  const account = useSelector(wallet, (s) => s.context.overview?.bankAccount)
  const hasFailed = useSelector(wallet, (s) => s.matches({ overview: 'failed' }))
  if (!account && hasFailed)
    return <Failed title={t('profile.accountFailed')} onRetry={() => wallet.send({ type: 'wallet.read' })} />
  const bank = account && bankName(account.bank, language)
  return (
    <Facts
      isLoading={!account}
      title={t('profile.account')}
      facts={[
        { name: t('profile.accountName'), value: account?.bankAccountName },
        { name: t('profile.bank'), value: bank, lang: languageOf(bank ?? '') },
        { name: t('profile.accountNo'), value: account && formatAccountNo(account.bankAccountNo), isNumber: true },
      ]}
    />
  )
}

/**
 * Shows the facts. While they are loading, skeletons take the place of the values, and screen readers announce the
 * loading.
 */
function Facts({ isLoading, ...list }: { isLoading: boolean; title?: string; facts: readonly Fact[] }) {
  const { t } = useTexts()
  if (!isLoading) return <FactList {...list} />
  return (
    <div role="status" aria-label={t('state.loading')}>
      <FactList {...list} />
    </div>
  )
}

function Failed({ title, onRetry }: { title: string; onRetry: () => void }) {
  const { t } = useTexts()
  return (
    <Empty icon="alert" tone="plain" title={title} action={<Button onClick={onRetry}>{t('action.retry')}</Button>} />
  )
}
