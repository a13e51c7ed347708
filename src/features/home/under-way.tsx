import { Link } from '@tanstack/react-router'
import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import type { ActorRefFrom } from 'xstate'
import { readable } from '#contract/rows.ts'
import type { UnderWay as Row } from '#contract/under-way.ts'
import type { walletMachine } from '#machines/wallet.machine.ts'
import { Icon, type IconName } from '#src/components/icon.tsx'
import { Money } from '#src/components/money.tsx'
import { NoBreakText } from '#src/components/no-break-text.tsx'
import { StatusIcon } from '#src/components/status-icon.tsx'
import { useMoney } from '#src/components/use-money.ts'
import { formatMinute, formatTime } from '#src/lib/format.ts'
import { useTexts } from '#src/lib/i18n.ts'
import css from './under-way.module.css'

type Props = {
  wallet: ActorRefFrom<typeof walletMachine>
  onOpen: (overlay: { dialog: 'deposit' }) => void
}

/** How many rows are always visible. The player can expand the list to see the others. */
const SHOWN = 2

const icons = { qr: 'qr', slip: 'file', withdraw: 'withdraw', held: 'lock' } as const satisfies Record<
  Row['kind'],
  IconName
>
const tones = { PENDING: 'wait', SUCCESS: 'good', FAILED: 'bad' } as const

/**
 * Lists the money that has not reached its destination yet. Each row has links to its details and to support.
 * Source: R597.
 */
export function UnderWay({ wallet, onOpen }: Props) {
  const { t } = useTexts()
  const rows = readable(useSelector(wallet, (s) => s.context.overview?.underWay) ?? [])
  if (rows.length === 0) return null
  // hiding a single row would save no space
  const shown = rows.length === SHOWN + 1 ? rows.length : SHOWN
  const [first, rest] = [rows.slice(0, shown), rows.slice(shown)]
  return (
    <section className={css.tray} aria-labelledby="under-way">
      <h2 id="under-way">{t('underWay.title')}</h2>
      <div className={css.card} aria-live="polite">
        <Rows rows={first} onOpen={onOpen} />
        {rest.length > 0 ? (
          <details>
            <summary>
              <span className={css.more}>{t('underWay.more', { n: rest.length })}</span>
              <span className={css.less}>{t('action.close')}</span>
            </summary>
            <Rows rows={rest} onOpen={onOpen} />
          </details>
        ) : null}
      </div>
    </section>
  )
}

const Rows = ({ rows, onOpen }: Pick<Props, 'onOpen'> & { rows: readonly Row[] }) => (
  <ul>
    {rows.map((row, at) => (
      <li key={keyOf(rows, at)} className={css.row}>
        <Tracker row={row} onOpen={onOpen}>
          <Summary row={row} />
        </Tracker>
        <AskSupport row={row} />
      </li>
    ))}
  </ul>
)

/** Returns a key that stays the same when other rows come or go. Rows of the same kind and time are numbered. */
function keyOf(rows: readonly Row[], at: number): string {
  const same = (row: Row | undefined) => row?.kind === rows[at]?.kind && row?.createdAt === rows[at]?.createdAt
  return `${rows[at]?.kind} ${rows[at]?.createdAt} ${rows.slice(0, at).filter(same).length}`
}

/** Returns the name of a row: what kind of money it is, and what has happened to it so far. */
const useName = ({ kind, status }: Row): string => {
  const { t } = useTexts()
  if (kind === 'slip' || kind === 'withdraw') return t(`underWay.${kind}.${tones[status]}`)
  return t(`underWay.${kind}`)
}

function Summary({ row }: { row: Row }) {
  const { t } = useTexts()
  const { kind, status, amount, createdAt, expiresAt } = row
  const end = expiresAt === undefined ? '' : formatTime(expiresAt)
  return (
    <>
      <StatusIcon icon={icons[kind]} tone={tones[status]} />
      <span className={css.what}>
        <NoBreakText text={useName(row)} />
        <span className={css.when}>
          {end ? t('underWay.until', { time: end }) : <time dateTime={createdAt}>{formatMinute(createdAt)}</time>}
        </span>
      </span>
      {amount === undefined ? null : (
        <span className={css.sum}>
          <Money satang={amount} />
        </span>
      )}
      <Icon name="chevron-right" size="xs" />
    </>
  )
}

/** Links to the page or dialog where the player can see the progress of a row. */
function Tracker({ row: { kind }, onOpen, children }: Pick<Props, 'onOpen'> & { row: Row; children: ReactNode }) {
  if (kind === 'qr')
    return (
      <button
        type="button"
        className={css.tracker}
        aria-haspopup="dialog"
        onClick={() => onOpen({ dialog: 'deposit' })}
      >
        {children}
      </button>
    )
  if (kind === 'held')
    return (
      <Link to="/user/care" className={css.tracker}>
        {children}
      </Link>
    )
  return (
    <Link to="/user/statement" search={kind === 'slip' ? { dialog: 'slips' } : {}} className={css.tracker}>
      {children}
    </Link>
  )
}

/** Opens the chat with a text that contains the name, the amount and the time of a row. Source: R584, R597. */
function AskSupport({ row }: { row: Row }) {
  const { t } = useTexts()
  const { format } = useMoney()
  const name = useName(row)
  const { amount, createdAt } = row
  const about = [name, amount === undefined ? null : format(amount), formatMinute(createdAt)]
    .filter(Boolean)
    .join(' · ')
  return (
    <Link
      to="/user/contact"
      search={{ chat: 'open', about }}
      className={css.ask}
      aria-label={t('underWay.ask', { about })}
    >
      <Icon name="chat" />
    </Link>
  )
}
