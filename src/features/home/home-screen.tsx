import { useSelector } from '@xstate/react'
import { type ReactNode, useRef } from 'react'
import type { ActorRefFrom } from 'xstate'
import { SHELVES } from '#contract/wallet.ts'
import type { homeMachine } from '#machines/home.machine.ts'
import type { walletMachine } from '#machines/wallet.machine.ts'
import { Button } from '#src/components/button.tsx'
import { Empty } from '#src/components/empty.tsx'
import { PageTitle } from '#src/components/page-title.tsx'
import { useTexts } from '#src/lib/i18n.ts'
import { AgreementDialog } from './agreement-dialog.tsx'
import { FirstSteps } from './first-steps.tsx'
import css from './home-screen.module.css'
import { LimitsLink } from './limits-link.tsx'
import { Shelf, ShelfSkeleton } from './shelf.tsx'
import { UnderWay } from './under-way.tsx'
import { UnreadNote } from './unread-note.tsx'
import { type Unsettled, UnsettledNotes } from './unsettled.tsx'

type Props = {
  actor: ActorRefFrom<typeof homeMachine>
  wallet: ActorRefFrom<typeof walletMachine>
  /** The dialogs whose last operation has an unknown outcome. */
  unsettled: readonly Unsettled[]
  /** True while a dialog is open over the page. The agreement is shown only after that dialog is closed. */
  isCovered: boolean
  /** True if the backend offers deposit limits. */
  hasLimits: boolean
  onOpen: (overlay: Unsettled) => void
  /** The dialog that is open, if any. */
  children: ReactNode
}

/**
 * The member's start page: the games on three shelves, a link to the limits, and the agreement if it is new.
 * Source: R87, R95, R631.
 */
export function HomeScreen({ actor, wallet, unsettled, isCovered, hasLimits, onOpen, children }: Props) {
  const { t } = useTexts()
  const games = useRef<HTMLDivElement>(null)
  const count = useSelector(wallet, (s) => s.context.overview?.slots.length)
  const hasUnread = useSelector(wallet, (s) => (s.context.overview?.unread ?? 0) > 0)
  const hasFailed = useSelector(wallet, (s) => s.matches({ overview: 'failed' }))
  const isLoading = count === undefined && !hasFailed
  const hasAgreement = useSelector(actor, (s) => s.matches('agreement'))
  return (
    <>
      <PageTitle page="home" />
      <h1 className="visually-hidden">{t('page.home')}</h1>
      <div className={css.activity}>
        <UnsettledNotes unsettled={unsettled} wallet={wallet} onOpen={onOpen} />
        <UnderWay wallet={wallet} onOpen={onOpen} />
        <FirstSteps
          wallet={wallet}
          hasLimits={hasLimits}
          onDeposit={() => onOpen({ dialog: 'deposit' })}
          onPlay={(game) => onOpen({ dialog: 'game', game })}
          onChoose={() => {
            const closed = games.current?.querySelector<HTMLElement>('[data-state="closed"]')
            closed?.scrollIntoView({ block: 'center' })
            closed?.focus({ preventScroll: true })
          }}
        />
        {/* appears together with the shelves, because it would otherwise push their skeleton down */}
        {isLoading ? null : <LimitsLink wallet={wallet} hasLimits={hasLimits} />}
      </div>
      {isLoading ? <ShelfSkeleton /> : null}
      {hasFailed ? (
        <Empty
          icon="alert"
          tone="plain"
          title={t('home.failed')}
          action={<Button onClick={() => wallet.send({ type: 'wallet.refresh' })}>{t('action.retry')}</Button>}
        />
      ) : null}
      {count === 0 && !hasUnread ? <Empty icon="slot" title={t('home.noGames')} text={t('home.noGamesLead')} /> : null}
      <div ref={games} className={css.games}>
        {SHELVES.map((shelf) => (
          <Shelf key={shelf} shelf={shelf} wallet={wallet} onOpen={onOpen} />
        ))}
      </div>
      <UnreadNote wallet={wallet} />
      {children}
      {hasAgreement && !isCovered ? <AgreementDialog actor={actor} /> : null}
    </>
  )
}
