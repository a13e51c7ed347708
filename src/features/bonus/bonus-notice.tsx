import { noticeText } from '#contract/notice.ts'
import { NoBreakText } from '#src/components/no-break-text.tsx'
import { Note } from '#src/components/note.tsx'

/**
 * Shows the operator's notice with its percentage filled in. Renders nothing if there is no notice. Source: R154, D-45.
 */
export const BonusNotice = ({ notice, percentFail }: { notice: string; percentFail: number | undefined }) =>
  notice ? (
    <Note tone="wait" icon="alert">
      <p>
        <NoBreakText text={noticeText(notice, percentFail)} />
      </p>
    </Note>
  ) : null
