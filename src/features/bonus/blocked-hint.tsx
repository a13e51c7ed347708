import type { Bonus } from '#contract/bonus.ts'
import { satang } from '#contract/money.ts'
import { NoBreakText } from '#src/components/no-break-text.tsx'
import { useMoney } from '#src/components/use-money.ts'
import { useTexts } from '#src/lib/i18n.ts'

/** Shows why a bonus cannot be claimed right now. Source: R411 (assumed). */
export function BlockedHint({ bonus: { blocked, leastBalance = satang(0) } }: { bonus: Bonus }) {
  const { t } = useTexts()
  const { say } = useMoney()
  if (!blocked) return null
  return (
    <p className="hint">
      <NoBreakText text={t(`bonus.blocked.${blocked}`, { amount: say(leastBalance) })} />
    </p>
  )
}
