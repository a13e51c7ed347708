import { useSelector } from '@xstate/react'
import type { ActorRefFrom } from 'xstate'
import type { qrCodeMachine } from '#machines/qr-code.machine.ts'
import { Alert } from '#src/components/alert.tsx'
import { Button } from '#src/components/button.tsx'
import { Pair } from '#src/components/dialog.tsx'
import { useTexts } from '#src/lib/i18n.ts'

type Props = { actor: ActorRefFrom<typeof qrCodeMachine> }

/** The buttons in the dialog's footer for a QR code or its outcome. */
export function QrCodeFoot({ actor }: Props) {
  const { t } = useTexts()
  const isReceived = useSelector(actor, (s) => s.matches('received'))
  const isCode = useSelector(actor, (s) => s.hasTag('code'))
  const isBusy = useSelector(actor, (s) => s.hasTag('busy'))
  const isConfirming = useSelector(actor, (s) => s.matches({ live: 'confirming' }))
  if (!isCode)
    return (
      <Pair>
        <Button onClick={() => actor.send({ type: 'qr.again' })}>{t('qr.again')}</Button>
        {isReceived ? (
          <Button tone="metal" onClick={() => actor.send({ type: 'qr.close' })}>
            {t('action.gotIt')}
          </Button>
        ) : (
          <Button tone="metal" icon="refresh" onClick={() => actor.send({ type: 'qr.refresh' })}>
            {t('home.refresh')}
          </Button>
        )}
      </Pair>
    )
  return (
    <>
      <Pair>
        <Button icon="download" disabled={isBusy} onClick={() => actor.send({ type: 'qr.save' })}>
          {t('qr.save')}
        </Button>
        <Button tone="metal" disabled={isBusy} onClick={() => actor.send({ type: 'qr.transferred' })}>
          {t('qr.transferred')}
        </Button>
      </Pair>
      <Button
        tone="quiet"
        busy={isBusy}
        busyText={t('qr.cancelling')}
        onClick={() => actor.send({ type: 'qr.cancel' })}
      >
        {t('qr.cancel')}
      </Button>
      {isConfirming ? <ConfirmCancel actor={actor} /> : null}
    </>
  )
}

function ConfirmCancel({ actor }: Props) {
  const { t } = useTexts()
  const keep = () => actor.send({ type: 'cancel.keep' })
  return (
    <Alert
      icon="qr"
      tone="bad"
      title={t('qr.confirmTitle')}
      text={t('qr.confirmBody')}
      onClose={keep}
      actions={
        <>
          <Button onClick={keep}>{t('qr.confirmKeep')}</Button>
          <Button tone="bad" onClick={() => actor.send({ type: 'cancel.confirm' })}>
            {t('qr.confirmDo')}
          </Button>
        </>
      }
    />
  )
}
