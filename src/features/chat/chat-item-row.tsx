import { useSelector } from '@xstate/react'
import type { ActorRefFrom } from 'xstate'
import type { Failure } from '#contract/failure.ts'
import type { chatMessageMachine } from '#machines/chat-message.machine.ts'
import { Button } from '#src/components/button.tsx'
import { Icon } from '#src/components/icon.tsx'
import { Progress } from '#src/components/progress.tsx'
import { previewOf } from '#src/lib/attachments.ts'
import { failureText } from '#src/lib/failure-text.ts'
import { type Translate, useTexts } from '#src/lib/i18n.ts'
import css from './chat.module.css'
import { ChatBubble } from './chat-bubble.tsx'
import { ChatPicture } from './chat-picture.tsx'

type Actor = ActorRefFrom<typeof chatMessageMachine>

/**
 * Shows a message from the player that has not reached support yet, with its state and its buttons. Source: R197,
 * R245–R249.
 */
export function ChatItemRow({ actor, clientId }: { actor: Actor; clientId: string }) {
  const { t } = useTexts()
  const item = useSelector(actor, (s) => s.context.item)
  const isFailed = useSelector(actor, (s) => s.matches('failed'))
  const isWaiting = useSelector(actor, (s) => s.matches('waiting'))
  return (
    <div className={css.row} data-from="me">
      <span className="visually-hidden">{t('chat.you')}</span>
      {item.type === 'media' ? <Media actor={actor} clientId={clientId} /> : <ChatBubble {...item} />}
      {isFailed ? <Failed actor={actor} /> : <OnItsWay actor={actor} />}
      {isWaiting ? <Cancel actor={actor} /> : null}
    </div>
  )
}

/** Returns the upload progress of the file in percent, or null while nothing is being uploaded. */
const usePercent = (actor: Actor) =>
  useSelector(actor, (s) => (s.matches('uploading_file') ? Math.floor(s.context.sent * 100) : null))

function OnItsWay({ actor }: { actor: Actor }) {
  const { t } = useTexts()
  const percent = usePercent(actor)
  const isUnsure = useSelector(actor, (s) => s.matches('unsure'))
  return (
    <p className={css.meta} role="status">
      {percent === null ? t(isUnsure ? 'chat.checking' : 'chat.sending') : t('chat.uploading', { percent })}
      <Icon name={percent === null ? 'clock' : 'upload'} size="xs" />
    </p>
  )
}

/**
 * Shows an image or video stored on this device, with its upload progress. If the file is gone, shows only its name.
 */
function Media({ actor, clientId }: { actor: Actor; clientId: string }) {
  const name = useSelector(actor, ({ context: { item } }) => (item.type === 'media' ? item.name : ''))
  const percent = usePercent(actor)
  const isVideo = useSelector(actor, ({ context: { item } }) => item.type === 'media' && item.fileType === 'video')
  const preview = previewOf(clientId)
  return (
    <>
      {preview ? (
        <div className={css.media} data-busy={percent === null ? undefined : ''}>
          {isVideo ? (
            <video src={preview} aria-label={name} muted playsInline preload="metadata" />
          ) : (
            <ChatPicture src={preview} name={name} />
          )}
          {percent === null ? null : <Progress label={name} value={percent} max={100} />}
        </div>
      ) : (
        <p className={css.file}>
          <Icon name="file" />
          <b>{name}</b>
        </p>
      )}
      {percent === null ? null : <Cancel actor={actor} />}
    </>
  )
}

const Cancel = ({ actor }: { actor: Actor }) => {
  const { t } = useTexts()
  return (
    <Button size="s" tone="quiet" onClick={() => actor.send({ type: 'item.remove' })}>
      {t('action.cancel')}
    </Button>
  )
}

/**
 * Returns the reason why the message was refused, in words that suit a chat, or null if it was not refused.
 * Source: R289.
 */
function refusalText(t: Translate, failure: Failure | null, isFile: boolean): string | null {
  if (failure?.kind !== 'refused' || failure.code === 'NO_USER') return null
  if (failure.code !== 'NO_DATA') return failureText(t, failure)
  return t(isFile ? 'chat.badFile' : 'chat.closed')
}

function Failed({ actor }: { actor: Actor }) {
  const { t } = useTexts()
  const isLost = useSelector(actor, (s) => s.context.isLost)
  const canResend = useSelector(actor, (s) => s.can({ type: 'item.resend' }))
  const canRemove = useSelector(actor, (s) => s.can({ type: 'item.remove' }))
  const why = useSelector(actor, ({ context: { failure, item } }) => refusalText(t, failure, item.type === 'media'))
  return (
    <>
      <p className={css.meta} data-state="failed" role="status">
        {isLost ? t('chat.lost') : t('chat.failed')}
        <Icon name="alert" size="xs" />
      </p>
      {why ? <p className="hint">{why}</p> : null}
      <div className={css.failed}>
        {canRemove ? (
          <Button size="s" tone="quiet" icon="trash" onClick={() => actor.send({ type: 'item.remove' })}>
            {t('chat.remove')}
          </Button>
        ) : null}
        {canResend ? (
          <Button size="s" tone="bad" icon="refresh" onClick={() => actor.send({ type: 'item.resend' })}>
            {t('chat.resend')}
          </Button>
        ) : null}
      </div>
    </>
  )
}
