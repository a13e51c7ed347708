import { useSelector } from '@xstate/react'
import type { ActorRefFrom } from 'xstate'
import type { walletMachine } from '#machines/wallet.machine.ts'
import { useTexts } from '#src/lib/i18n.ts'
import { NoBreakText } from './no-break-text.tsx'

/**
 * Shows how many game accounts are missing from a total because they are unreadable. Renders nothing if all are
 * readable.
 */
export function WithoutUnread({ wallet }: { wallet: ActorRefFrom<typeof walletMachine> }) {
  const { t } = useTexts()
  const unread = useSelector(wallet, ({ context: { overview, last } }) => (overview ?? last)?.unread ?? 0)
  if (unread === 0) return null
  return (
    <p className="hint">
      <NoBreakText text={t('home.without', { n: unread })} />
    </p>
  )
}
