import { useTranslation } from 'react-i18next'
import type { Slot } from '#contract/wallet.ts'
import { ButtonOut } from '#src/components/button.tsx'
import { Pair } from '#src/components/dialog.tsx'
import { STORE_HOSTS } from '#src/lib/build.ts'
import { platform } from '#src/lib/platform.ts'
import { safeUrl } from '#src/lib/safe-url.ts'

const LABELS = { android: 'Android', ios: 'iOS' } as const

/** The apps of a game: on a phone its own, elsewhere all there are. Source: R119, R162, D-27. */
export function AppLinks({ slot }: { slot: Slot }) {
  const { t } = useTranslation()
  const here = platform()
  const links = (['android', 'ios'] as const)
    .filter((system) => here === null || here === system)
    .map((system) => ({ system, url: slot[system] === null ? null : safeUrl(slot[system], { hosts: STORE_HOSTS }) }))
    .filter(({ url }) => url !== null)
  if (links.length === 0) return null
  return (
    <section aria-label={t('game.apps')}>
      <Pair>
        {links.map(({ system, url }) => (
          <ButtonOut key={system} href={url ?? undefined} tone="quiet" icon={system === 'ios' ? 'apple' : 'android'}>
            {LABELS[system]}
          </ButtonOut>
        ))}
      </Pair>
    </section>
  )
}
