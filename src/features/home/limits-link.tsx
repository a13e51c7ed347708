import { Link } from '@tanstack/react-router'
import { useSelector } from '@xstate/react'
import type { ActorRefFrom } from 'xstate'
import type { walletMachine } from '#machines/wallet.machine.ts'
import { ButtonLink } from '#src/components/button-link.tsx'
import { Icon } from '#src/components/icon.tsx'
import { NoBreakText } from '#src/components/no-break-text.tsx'
import { Note } from '#src/components/note.tsx'
import { formatMinute } from '#src/lib/format.ts'
import { useTexts } from '#src/lib/i18n.ts'
import css from './limits-link.module.css'

/** A note with a button that opens the My play page. */
function CareNote({ tone, text }: { tone: 'cool' | 'wait'; text: string }) {
  const { t } = useTexts()
  return (
    <Note icon="clock" tone={tone}>
      <div className={css.note}>
        <p>
          <NoBreakText text={text} />
        </p>
        <ButtonLink to="/user/care" tone="cool" size="s">
          {t('page.care')}
        </ButtonLink>
      </div>
    </Note>
  )
}

/**
 * A link to the limits and breaks on the My play page, if the backend offers limits. A note replaces the link during a
 * break from play, and asks for a review half a year after the registration, or after the member last answered a
 * question about limits. Source: R631, R635, R658.
 */
export function LimitsLink({ wallet, hasLimits }: { wallet: ActorRefFrom<typeof walletMachine>; hasLimits: boolean }) {
  const { t } = useTexts()
  const isDue = useSelector(wallet, (s) => s.context.overview?.limitPrompt === 'review')
  const breakUntil = useSelector(wallet, (s) => s.context.overview?.breakUntil)
  if (breakUntil) return <CareNote tone="wait" text={t('home.onBreak', { until: formatMinute(breakUntil) })} />
  if (!hasLimits) return null
  if (isDue) return <CareNote tone="cool" text={t('home.review')} />
  return (
    <Link to="/user/care" className={css.link}>
      <Icon name="clock" size="s" />
      {t('home.limits')}
      <Icon name="chevron-right" size="xs" />
    </Link>
  )
}
