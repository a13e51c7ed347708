import { useEffect } from 'react'
import type { Slot } from '#contract/wallet.ts'
import { ButtonOut } from '#src/components/anchor.tsx'
import { Pair } from '#src/components/dialog.tsx'
import { NoBreakText } from '#src/components/no-break-text.tsx'
import { STORE_HOSTS } from '#src/lib/game-build.ts'
import { useTexts } from '#src/lib/i18n.ts'
import { platform } from '#src/lib/platform.ts'
import { safeUrl } from '#src/lib/safe-url.ts'
import { warn } from '#src/lib/warn.ts'

const LABELS = { android: 'Android', ios: 'iOS' } as const

/**
 * Links to a game's apps. On a phone, only the matching app is linked. A sentence replaces a link that the site may not
 * open (`intent:`, `market:`, or a host that neither the operator nor the build allows). Source: R119, R162, D-27.
 */
export function AppLinks({ slot, hosts }: { slot: Slot; hosts: readonly string[] | undefined }) {
  const { t } = useTexts()
  const here = platform()
  const links = (['android', 'ios'] as const)
    .filter((system) => slot[system] && (here === null || here === system))
    .map((system) => ({ system, url: safeUrl(slot[system] ?? '', { hosts: hosts && [...hosts, ...STORE_HOSTS] }) }))
  const open = links.filter(({ url }) => url !== null)
  const closed = links.flatMap(({ system, url }) => (url === null ? LABELS[system] : [])).join(' / ')
  useEffect(() => {
    if (closed) warn(`game ${slot.code}: app link not opened (${closed})`)
  }, [closed, slot.code])
  if (links.length === 0) return null
  return (
    <section aria-label={t('game.apps')}>
      {open.length > 0 ? (
        <Pair>
          {open.map(({ system, url }) => (
            <ButtonOut key={system} href={url ?? undefined} tone="quiet" icon={system === 'ios' ? 'apple' : 'android'}>
              {LABELS[system]}
            </ButtonOut>
          ))}
        </Pair>
      ) : null}
      {closed ? (
        <p className="hint">
          <NoBreakText text={t('game.appClosed', { system: closed })} />
        </p>
      ) : null}
    </section>
  )
}
