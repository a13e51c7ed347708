import { shallowEqual, useSelector } from '@xstate/react'
import { useId } from 'react'
import type { ActorRefFrom } from 'xstate'
import { type Shelf as ShelfName, shelfOf } from '#contract/wallet.ts'
import type { walletMachine } from '#machines/wallet.machine.ts'
import { Icon, type IconName } from '#src/components/icon.tsx'
import { Skeleton } from '#src/components/skeleton.tsx'
import { useTexts } from '#src/lib/i18n.ts'
import { GameCard } from './game-card.tsx'
import css from './shelf.module.css'

const icons: Record<ShelfName, IconName> = { slot: 'slot', sport: 'ball', lotto: 'lotto' }

type Props = {
  shelf: ShelfName
  wallet: ActorRefFrom<typeof walletMachine>
  onOpen: (overlay: { dialog: 'game'; game: string }) => void
}

/**
 * Shows the game accounts of one kind: on phones as a row that snaps when scrolled, on wide screens as a grid.
 * Source: R95.
 */
export function Shelf({ shelf, wallet, onOpen }: Props) {
  const { t } = useTexts()
  const id = useId()
  const codes = useSelector(
    wallet,
    (s) => (s.context.overview?.slots ?? []).filter((slot) => shelfOf(slot) === shelf).map(({ code }) => code),
    shallowEqual,
  )
  if (codes.length === 0) return null
  return (
    <section className={css.shelf} aria-labelledby={id}>
      <div className={css.head}>
        <Icon name={icons[shelf]} size="s" />
        <h2 id={id}>{t(`home.shelf.${shelf}`)}</h2>
        <span>{t('home.gameCount', { n: codes.length })}</span>
      </div>
      <ul className={css.row}>
        {codes.map((code) => (
          <li key={code}>
            <GameCard code={code} wallet={wallet} onOpen={onOpen} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Shows two placeholder shelves while the games are loading. */
export function ShelfSkeleton() {
  const { t } = useTexts()
  return (
    <div role="status" aria-label={t('state.loading')} className={css.bones}>
      {[0, 1].map((shelf) => (
        <div key={shelf} className={css.shelf}>
          <Skeleton shape="head" width="m" />
          <div className={css.row}>
            {[0, 1, 2, 3].map((card) => (
              <Skeleton key={card} shape="card" />
            ))}
          </div>
        </div>
      ))}
    </div>
  )
}
