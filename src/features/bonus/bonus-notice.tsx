import { noticeText } from '#contract/notice.ts'
import { Note } from '#src/components/note.tsx'
import { Running } from '#src/components/running.tsx'

/** The operator's notice with its percentage; renders nothing if there is no notice. Source: R154, D-45. */
export const BonusNotice = ({ notice, percentFail }: { notice: string; percentFail: number }) =>
  notice ? (
    <Note tone="wait" icon="alert">
      <p>
        <Running text={noticeText(notice, percentFail)} />
      </p>
    </Note>
  ) : null
