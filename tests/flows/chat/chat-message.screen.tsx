import type { SnapshotFrom } from 'xstate'
import th from '#locales/th.json'
import { ChatItemRow } from '#src/features/chat/chat-item-row.tsx'
import { clearFile, storeFile } from '#src/lib/attachments.ts'
import { defineDriver } from '#tests/kit/driver.ts'
import { picture } from '#tests/kit/samples/chat.ts'
import { press, type ScreenSnapshot } from '#tests/kit/screen.ts'
import model from './chat-message.model.ts'

const { action, chat, errorMsg } = th
const percent = (n: number) => chat.uploading.replace('{{percent}}', String(n))
const TEXT = 'ยังไม่ได้ส่ง'

type Seen = SnapshotFrom<typeof model.config.machine>
const what = ({ context: { item } }: Seen) => (item.type === 'media' ? item.name : TEXT)
/** Whether resending is pointless, because the file is gone or was rejected. */
const isHopeless = ({ context: { isLost, failure } }: Seen) => isLost || failure?.code === 'NO_DATA'
const whyOf = ({ context: { failure } }: Seen) =>
  failure?.kind !== 'refused' ? [] : [failure.code === 'NO_DATA' ? chat.badFile : errorMsg.REQUEST_LIMIT]
const look =
  (controls: (seen: Seen) => string[], sees: (seen: Seen) => string[]) =>
  (seen: Seen): ScreenSnapshot => ({ controls: controls(seen), sees: [chat.you, what(seen), ...sees(seen)] })
const none = () => []

export default defineDriver(model, {
  view: (actor) => {
    const { isLost, clientId, item } = actor.getSnapshot().context
    if (item.type === 'media' && !isLost) storeFile(clientId, picture)
    // a file may be left over from another path
    else clearFile(clientId)
    return <ChatItemRow actor={actor} clientId={clientId} />
  },
  act: {
    'item.start': 'outside',
    'item.unseen': 'outside',
    'item.progress': 'outside',
    'item.arrived': 'outside',
    'item.resend': { ways: [press(chat.resend)], when: (seen) => !isHopeless(seen) },
    'item.remove': { ways: [(_, seen) => press(seen.matches('failed') ? chat.remove : action.cancel)()] },
  },
  mute: ['saveItem', 'clearItem'],
  texts: [
    chat.you,
    TEXT,
    picture.name,
    chat.sending,
    chat.checking,
    percent(0),
    percent(50),
    chat.failed,
    chat.lost,
    errorMsg.REQUEST_LIMIT,
    chat.badFile,
  ],
  look: {
    waiting: look(
      () => [action.cancel],
      () => [chat.sending],
    ),
    uploading_file: look(
      () => [action.cancel],
      ({ context: { sent } }) => [percent(sent * 100)],
    ),
    sending: look(none, () => [chat.sending]),
    'unsure.once': look(none, () => [chat.checking]),
    'unsure.again': look(none, () => [chat.checking]),
    'failed.missing': look(
      () => [chat.remove, chat.resend],
      () => [chat.failed],
    ),
    'failed.unanswered': look(
      () => [chat.resend],
      () => [chat.failed],
    ),
    'failed.surely': look(
      (seen) => (isHopeless(seen) ? [chat.remove] : [chat.remove, chat.resend]),
      (seen) => [seen.context.isLost ? chat.lost : chat.failed, ...whyOf(seen)],
    ),
    // the message is now in the history, or removed
    succeed: look(none, () => [chat.sending]),
    removed: look(none, () => [chat.sending]),
  },
})
