import { Suspense } from 'react'
import type { RefundCheck } from '#contract/refund.ts'
import { DescriptionList } from '#src/components/description-list.tsx'
import { Money } from '#src/components/money.tsx'
import { NoBreakText } from '#src/components/no-break-text.tsx'
import { Note } from '#src/components/note.tsx'
import { SafeHtml } from '#src/components/safe-html.tsx'
import { Skeleton } from '#src/components/skeleton.tsx'
import { useTexts } from '#src/lib/i18n.ts'
import css from './refund.module.css'

const percent = (value: number | null) => (value === null ? '' : `${value}%`)

/**
 * Shows the refund that is available, or why no refund is available, and the conditions. Source: R124, R127, R170,
 * R220–R221, R276, D-55.
 */
export function RefundCheckView({ check }: { check: RefundCheck }) {
  const { t } = useTexts()
  const { result, bonus, info, refundAmount, refundSuccess, refundFail } = check
  const hasSome = result && refundAmount > 0
  return (
    <>
      {hasSome ? (
        <p className={css.sum}>
          <Money satang={refundAmount} size="xl" unit="metal" />
        </p>
      ) : (
        <Note icon="info">
          <p>
            <NoBreakText text={t('refund.none')} />
          </p>
        </Note>
      )}
      {bonus ? (
        <Note tone="wait" icon="alert">
          <p>
            <NoBreakText text={t('refund.blocked')} />
          </p>
        </Note>
      ) : null}
      {hasSome ? (
        <DescriptionList
          facts={[
            { name: t('refund.success'), value: percent(refundSuccess), isNumber: true },
            { name: t('refund.fail'), value: percent(refundFail), isNumber: true },
          ]}
        />
      ) : null}
      {info ? (
        <Suspense fallback={<Skeleton shape="row" />}>
          <SafeHtml html={info} />
        </Suspense>
      ) : null}
    </>
  )
}
