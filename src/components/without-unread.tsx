import { useSelector } from '@xstate/react'
import { useTranslation } from 'react-i18next'
import type { ActorRefFrom } from 'xstate'
import type { walletMachine } from '#machines/wallet.machine.ts'
import { NoBreakText } from './no-break-text.tsx'

/** Shows the number of game accounts that are missing from a total because they are unreadable; nothing if all are readable. */
export function WithoutUnread({ wallet }: { wallet: ActorRefFrom<typeof walletMachine> }) {
  const { t } = useTranslation()
  const unread = useSelector(wallet, ({ context: { overview, last } }) => (overview ?? last)?.unread ?? 0)
  if (unread === 0) return null
  return (
    <p className="hint">
      <NoBreakText text={t('home.without', { n: unread })} />
    </p>
  )
}
