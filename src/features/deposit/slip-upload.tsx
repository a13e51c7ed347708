import { useSelector } from '@xstate/react'
import { useRef } from 'react'
import type { ActorRefFrom } from 'xstate'
import { isSameFile, SLIP_TYPES, takesSlips } from '#contract/slip.ts'
import type { slipUploadMachine } from '#machines/slip-upload.machine.ts'
import { Alert } from '#src/components/alert.tsx'
import { Button } from '#src/components/button.tsx'
import { FieldError } from '#src/components/field-error.tsx'
import { Icon } from '#src/components/icon.tsx'
import { NoBreakText } from '#src/components/no-break-text.tsx'
import { Note } from '#src/components/note.tsx'
import { Progress } from '#src/components/progress.tsx'
import { UnknownOutcome } from '#src/components/unknown-outcome.tsx'
import { failureText } from '#src/lib/failure-text.ts'
import { useTexts } from '#src/lib/i18n.ts'
import css from './slip.module.css'
import { SlipEvidence } from './slip-evidence.tsx'
import { SlipFile } from './slip-file.tsx'

type Props = {
  actor: ActorRefFrom<typeof slipUploadMachine>
  /**
   * True if the operator recognises transfers only by their slips. The section is then expanded and shows a note.
   * Source: D-11.
   */
  isManual: boolean
}

/**
 * The section in which the player chooses a transfer slip, sees its preview, and sends it with a progress bar.
 * Source: R20–R21, R108, R336, R516–R517, R535, D-11, D-12.
 */
export function SlipUpload({ actor, isManual }: Props) {
  const { t } = useTexts()
  const input = useRef<HTMLInputElement>(null)
  const hours = useSelector(actor, (s) => s.context.hours)
  const isOpen = useSelector(actor, ({ context: { hours, now } }) => hours === null || takesSlips(hours, now))
  const chosen = useSelector(actor, (s) => s.context.chosen)
  const problem = useSelector(actor, (s) => s.context.problem)
  const failure = useSelector(actor, (s) => s.context.failure)
  const pending = useSelector(actor, (s) => s.context.pending)
  const isUploading = useSelector(actor, (s) => s.matches({ slip: 'uploading' }))
  const isUnsure = useSelector(actor, (s) => s.matches({ slip: 'unsure' }))
  const isLooking = useSelector(actor, (s) => s.matches({ slip: 'looking' }))
  const isEvident = useSelector(actor, (s) => s.matches({ slip: 'evident' }))
  const isUnseen = useSelector(actor, (s) => s.matches({ slip: 'unseen' }))
  const slips = useSelector(actor, (s) => s.context.slips)
  const isInDoubt = useSelector(actor, (s) => s.hasTag('doubt'))
  const isSent = useSelector(actor, (s) => s.matches({ slip: 'sent' }))
  const gotIt = () => actor.send({ type: 'slip.gotIt' })
  const isOther = isUnsure && pending !== null && !(chosen && isSameFile(pending.facts, chosen))
  const refusal = problem ? t('errorMsg.SLIP_INVALID_FILE') : failure?.kind === 'refused' && failureText(t, failure)
  const body = (
    <div className={css.body}>
      <Note>
        <ul>
          {isManual ? (
            <li>
              <NoBreakText text={t('slip.manual')} />
            </li>
          ) : null}
          <li>
            <NoBreakText text={t('slip.within')} />
          </li>
          {hours ? (
            <li>
              <NoBreakText text={t('slip.hours', { open: hours.openTime, close: hours.closeTime })} />
            </li>
          ) : null}
        </ul>
      </Note>
      <SlipFile
        ref={input}
        accept={SLIP_TYPES.join(',')}
        facts={chosen}
        isFixed={isUploading || isInDoubt}
        onChoose={(facts) => actor.send({ type: 'slip.choose', facts })}
      />
      {refusal ? <FieldError text={refusal} /> : null}
      {isUnsure ? (
        <Note tone="wait">
          <UnknownOutcome text={t('slip.unsure')} failure={failure} />
          {isOther ? <p className={css.name}>{t('slip.unsureFile', { name: pending.facts.name })}</p> : null}
        </Note>
      ) : null}
      {isEvident || isUnseen ? (
        <Note tone="wait">
          <div role="alert">
            {isEvident ? (
              <SlipEvidence slips={slips} sentAt={pending?.sentAt ?? 0} />
            ) : (
              <NoBreakText text={t('slip.unseen')} />
            )}
          </div>
        </Note>
      ) : null}
      {isUploading ? <Uploading actor={actor} /> : null}
      {isInDoubt ? (
        <Button
          tone={isEvident ? 'cool' : 'metal'}
          wide
          busy={isLooking}
          busyText={t('state.loading')}
          onClick={() => actor.send({ type: 'slip.check' })}
        >
          {t('action.checkAgain')}
        </Button>
      ) : null}
      {isUploading || isInDoubt ? null : (
        <Button
          tone="metal"
          icon="upload"
          wide
          disabled={isUnsure ? isOther : !chosen || problem !== null || !isOpen}
          onClick={() => {
            const file = input.current?.files?.[0]
            if (file) actor.send({ type: 'slip.submit', file })
          }}
        >
          {t(isUnsure ? 'slip.again' : isOpen ? 'slip.submit' : 'slip.closed')}
        </Button>
      )}
      {isUnsure || isEvident || isUnseen ? (
        <Button tone={isEvident ? 'metal' : 'quiet'} wide onClick={() => actor.send({ type: 'slip.giveUp' })}>
          {t(isEvident ? 'evidence.seen' : 'slip.giveUp')}
        </Button>
      ) : null}
    </div>
  )
  return (
    <>
      <details
        className={css.part}
        open={isManual || isUnsure || isInDoubt || isUploading || chosen !== null || undefined}
      >
        <summary>
          {t(isManual ? 'slip.title' : 'slip.late')}
          <Icon name="chevron-down" size="s" />
        </summary>
        {body}
      </details>
      {isSent ? (
        <Alert
          icon="check-circle"
          tone="wait"
          title={t('slip.sent')}
          text={t('slip.sentLead')}
          actions={
            <Button tone="metal" wide onClick={gotIt}>
              {t('action.gotIt')}
            </Button>
          }
          onClose={gotIt}
        />
      ) : null}
    </>
  )
}

/** Shows the upload progress, and a button that stops the upload. */
function Uploading({ actor }: Pick<Props, 'actor'>) {
  const { t } = useTexts()
  const percent = useSelector(actor, (s) => Math.floor(s.context.sent * 100))
  return (
    <div className={css.uploading}>
      <p role="status">{t('slip.uploading', { percent })}</p>
      <Progress label={t('slip.uploading', { percent })} value={percent} max={100} />
      <Button tone="quiet" onClick={() => actor.send({ type: 'slip.cancel' })}>
        {t('action.cancel')}
      </Button>
    </div>
  )
}
