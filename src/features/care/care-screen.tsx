import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import type { ActorRefFrom } from 'xstate'
import type { careMachine } from '#machines/care.machine.ts'
import { Button } from '#src/components/button.tsx'
import { Empty } from '#src/components/empty.tsx'
import { LayoutColumn, LayoutHead } from '#src/components/layout.tsx'
import { NoBreakText } from '#src/components/no-break-text.tsx'
import { Note } from '#src/components/note.tsx'
import { PageTitle } from '#src/components/page-title.tsx'
import { Skeleton } from '#src/components/skeleton.tsx'
import { useTexts } from '#src/lib/i18n.ts'
import '#src/lib/care-texts.ts'
import { formatMinute } from '#src/lib/format.ts'
import { BreakLengths } from './break-lengths.tsx'
import { CareAlerts } from './care-alerts.tsx'
import { Positions } from './positions.tsx'

/** `children` are further settings of the member, shown on the same page. */
type Props = { actor: ActorRefFrom<typeof careMachine>; children?: ReactNode }

/** The page where members see how much they play and can take a break from playing. Source: R574–R579. */
export function CareScreen({ actor, children }: Props) {
  const { t } = useTexts()
  const care = useSelector(actor, (s) => s.context.care)
  const hasFailed = useSelector(actor, (s) => s.matches('failed'))
  return (
    <LayoutColumn>
      <PageTitle page="care" />
      <LayoutHead title={t('page.care')} />
      {hasFailed ? (
        <Empty
          icon="alert"
          tone="plain"
          title={t('care.failed')}
          action={<Button onClick={() => actor.send({ type: 'care.retry' })}>{t('action.retry')}</Button>}
        />
      ) : null}
      {care || hasFailed ? null : (
        <div role="status" aria-label={t('state.loading')}>
          <Skeleton shape="facts" />
        </div>
      )}
      {care && !hasFailed ? (
        <>
          {care.breakUntil === null ? null : (
            <Note tone="wait">
              <p role="status">
                <NoBreakText text={t('care.onBreak', { until: formatMinute(care.breakUntil) })} />
              </p>
            </Note>
          )}
          <Positions actor={actor} care={care} />
          {children}
          <BreakLengths actor={actor} care={care} />
          <Note>
            <NoBreakText text={t('care.help')} />
          </Note>
        </>
      ) : null}
      <CareAlerts actor={actor} />
    </LayoutColumn>
  )
}
