import { useSelector } from '@xstate/react'
import { useTranslation } from 'react-i18next'
import type { ActorRefFrom } from 'xstate'
import type { chatMessageMachine } from '#machines/chat-message.machine.ts'
import { Button } from '#src/components/button.tsx'
import { Icon } from '#src/components/icon.tsx'
import { Progress } from '#src/components/progress.tsx'
import { failureText } from '#src/lib/failure-text.ts'
import { previewOf } from '#src/lib/file-shelf.ts'
import { languageOf } from '#src/lib/language-of.ts'
import css from './chat.module.css'

type Actor = ActorRefFrom<typeof chatMessageMachine>

/** One message of the player that support does not have yet: where it stands, and what can be done. Source: R197, R245–R249. */
export function ChatItemRow({ actor, clientId }: { actor: Actor; clientId: string }) {
  const { t } = useTranslation()
  const item = useSelector(actor, (s) => s.context.item)
  const isFailed = useSelector(actor, (s) => s.matches('failed'))
  const isWaiting = useSelector(actor, (s) => s.matches('waiting'))
  return (
    <div className={css.row} data-from="me">
      <span className="visually-hidden">{t('chat.you')}</span>
      {item.type === 'media' ? (
        <Media actor={actor} clientId={clientId} />
      ) : (
        <p className={css.text} lang={languageOf(item.message)}>
          {item.type === 'postback' ? <Icon name="reply" size="s" /> : null}
          {item.message}
        </p>
      )}
      {isFailed ? <Failed actor={actor} /> : <OnItsWay actor={actor} />}
      {isWaiting ? <Cancel actor={actor} /> : null}
    </div>
  )
}

function OnItsWay({ actor }: { actor: Actor }) {
  const { t } = useTranslation()
  const percent = useSelector(actor, (s) => (s.matches('uploading_file') ? Math.floor(s.context.sent * 100) : null))
  return (
    <p className={css.meta} role="status">
      {percent === null ? t('chat.sending') : t('chat.uploading', { percent })}
      <Icon name={percent === null ? 'clock' : 'upload'} size="xs" />
    </p>
  )
}

/** A picture or video as it lies on this device, by its name where it does not any more, with the progress in it. */
function Media({ actor, clientId }: { actor: Actor; clientId: string }) {
  const { t } = useTranslation()
  const name = useSelector(actor, ({ context: { item } }) => (item.type === 'media' ? item.name : ''))
  const percent = useSelector(actor, (s) => (s.matches('uploading_file') ? Math.floor(s.context.sent * 100) : null))
  const isVideo = useSelector(actor, ({ context: { item } }) => item.type === 'media' && item.fileType === 'video')
  const preview = previewOf(clientId)
  return (
    <>
      {preview ? (
        <div className={css.media} data-busy={percent === null ? undefined : ''}>
          {isVideo ? (
            <video src={preview} aria-label={name} muted playsInline preload="metadata" />
          ) : (
            <img src={preview} alt={name} />
          )}
        </div>
      ) : (
        <p className={css.file}>
          <Icon name="file" />
          <b>{name}</b>
        </p>
      )}
      {percent === null ? null : (
        <div className={css.progress}>
          <Progress label={t('chat.uploading', { percent })} value={percent} max={100} />
          <Cancel actor={actor} />
        </div>
      )}
    </>
  )
}

const Cancel = ({ actor }: { actor: Actor }) => {
  const { t } = useTranslation()
  return (
    <Button size="s" tone="quiet" onClick={() => actor.send({ type: 'item.remove' })}>
      {t('action.cancel')}
    </Button>
  )
}

function Failed({ actor }: { actor: Actor }) {
  const { t } = useTranslation()
  const isLost = useSelector(actor, (s) => s.context.isLost)
  const failure = useSelector(actor, (s) => s.context.failure)
  return (
    <>
      <p className={css.meta} data-state="failed" role="status">
        {isLost ? t('chat.lost') : t('chat.failed')}
        <Icon name="alert" size="xs" />
      </p>
      {failure?.kind === 'refused' ? <p className="hint">{failureText(t, failure)}</p> : null}
      <div className={css.failed}>
        <Button size="s" tone="quiet" icon="trash" onClick={() => actor.send({ type: 'item.remove' })}>
          {t('chat.remove')}
        </Button>
        {isLost ? null : (
          <Button size="s" tone="bad" icon="refresh" onClick={() => actor.send({ type: 'item.resend' })}>
            {t('chat.resend')}
          </Button>
        )}
      </div>
    </>
  )
}
