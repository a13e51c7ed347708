import { useSelector } from '@xstate/react'
import type { ActorRefFrom } from 'xstate'
import type { walletMachine } from '#machines/wallet.machine.ts'
import { NoBreakText } from '#src/components/no-break-text.tsx'
import { Note } from '#src/components/note.tsx'
import { useTexts } from '#src/lib/i18n.ts'

/** Shown after the shelves, in place of the game accounts that are unreadable. */
export function UnreadNote({ wallet }: { wallet: ActorRefFrom<typeof walletMachine> }) {
  const { t } = useTexts()
  const unread = useSelector(wallet, (s) => s.context.overview?.unread ?? 0)
  if (unread === 0) return null
  return (
    <Note tone="wait" icon="alert">
      <p>
        <NoBreakText text={t('home.unread', { n: unread })} />
      </p>
      <p>
        <NoBreakText text={t('home.unreadLead')} />
      </p>
    </Note>
  )
}
