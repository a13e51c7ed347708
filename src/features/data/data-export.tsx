import { useSelector } from '@xstate/react'
import { useId } from 'react'
import type { ActorRefFrom } from 'xstate'
import type { dataExportMachine } from '#machines/data-export.machine.ts'
import { Button } from '#src/components/button.tsx'
import { NoBreakText } from '#src/components/no-break-text.tsx'
import { Note } from '#src/components/note.tsx'
import { formatCount } from '#src/lib/format.ts'
import { useTexts } from '#src/lib/i18n.ts'
import css from './data.module.css'

type Props = { actor: ActorRefFrom<typeof dataExportMachine> }

/** Collects the data that the site stores about the member, and saves it as a file. Source: R611–R613. */
export function DataExport({ actor }: Props) {
  const { t } = useTexts()
  const id = useId()
  return (
    <section className={css.section} aria-labelledby={id}>
      <h3 id={id}>{t('data.export.title')}</h3>
      <p>
        <NoBreakText text={t('data.export.text')} />
      </p>
      <Steps actor={actor} />
    </section>
  )
}

/** Shows the next step: collecting the data, retrying after a failure, or saving the file. */
function Steps({ actor }: Props) {
  const { t } = useTexts()
  const state = useSelector(actor, (s) => s.value)
  if (state === 'ready' || state === 'unsaved') return <Ready actor={actor} />
  if (state === 'failed')
    return (
      <>
        <p role="alert">{t('data.export.failed')}</p>
        <Button icon="refresh" onClick={() => actor.send({ type: 'export.retry' })}>
          {t('action.retry')}
        </Button>
      </>
    )
  const isCollecting = state === 'collecting'
  return (
    <>
      <Button
        icon="download"
        busy={isCollecting}
        busyText={t('data.export.collecting')}
        onClick={() => actor.send({ type: 'export.ask' })}
      >
        {t('data.export.prepare')}
      </Button>
      {isCollecting ? (
        <Button tone="quiet" onClick={() => actor.send({ type: 'export.stop' })}>
          {t('action.cancel')}
        </Button>
      ) : null}
    </>
  )
}

/**
 * Offers to save the collected data. Saving needs a new click, because browsers block a download that starts long after
 * the last click.
 */
function Ready({ actor }: Props) {
  const { t } = useTexts()
  const isUnsaved = useSelector(actor, (s) => s.matches('unsaved'))
  const n = useSelector(actor, (s) => s.context.pages.reduce((sum, { records }) => sum + records.length, 0))
  return (
    <>
      <p role="status">
        <NoBreakText text={t('data.export.ready', { n: formatCount(n) })} />
      </p>
      <Button tone="metal" icon="download" onClick={() => actor.send({ type: 'export.save' })}>
        {t('data.export.save')}
      </Button>
      {isUnsaved ? (
        <p role="alert">
          <NoBreakText text={t('data.export.unsaved')} />
        </p>
      ) : null}
      <Note>
        <NoBreakText text={t('data.export.hint')} />
      </Note>
    </>
  )
}
