import { useSelector } from '@xstate/react'
import { Suspense } from 'react'
import type { ActorRefFrom } from 'xstate'
import type { spinMachine } from '#machines/spin.machine.ts'
import { Alert } from '#src/components/alert.tsx'
import { AttemptAlert } from '#src/components/attempt.tsx'
import { Button } from '#src/components/button.tsx'
import { SafeHtml } from '#src/components/safe-html.tsx'
import { Skeleton } from '#src/components/skeleton.tsx'
import { useTexts } from '#src/lib/i18n.ts'
import { SpinRefused } from './spin-refused.tsx'

/** Shows the prize, or why the spin was refused. Source: R238–R239, R415. */
export function SpinAlerts({ actor }: { actor: ActorRefFrom<typeof spinMachine> }) {
  const { t } = useTexts()
  const isPrize = useSelector(actor, (s) => s.matches('prize'))
  const isRefused = useSelector(actor, (s) => s.matches('refused'))
  const failure = useSelector(actor, (s) => s.context.failure)
  const decided = useSelector(actor, (s) => s.context.decided)
  const slices = useSelector(actor, (s) => s.context.setup?.activeSpinwheel?.slice)
  const attempt = useSelector(actor, (s) => s.children.attempt)
  const slice = slices?.find(({ code }) => code === decided?.code)
  const description = slice?.htmlDescription
  const gotIt = () => actor.send({ type: 'prize.gotIt' })
  if (attempt) return <AttemptAlert actor={attempt} title={t('page.spin')} busyText={t('spin.asking')} isQuiet />
  if (isRefused && failure) return <SpinRefused failure={failure} onClose={() => actor.send({ type: 'spin.gotIt' })} />
  if (!isPrize || !decided) return null
  return (
    <Alert
      icon="wheel"
      title={slice?.isPrize === false ? decided.label : t('spin.prize', { label: decided.label })}
      actions={
        <Button tone="metal" wide onClick={gotIt}>
          {t('action.gotIt')}
        </Button>
      }
      onClose={gotIt}
    >
      {description ? (
        <Suspense fallback={<Skeleton width="l" />}>
          <SafeHtml html={description} />
        </Suspense>
      ) : null}
    </Alert>
  )
}
