import { and, desc, eq } from 'drizzle-orm'
import type { CallInput } from '#contract/call.ts'
import { attachmentKind, attachmentProblem, type chatCalls, guestName, type OwnMessage } from '#contract/chat.ts'
import { DAY } from '#contract/limits.ts'
import { ApiError } from '#server/core/api-error.ts'
import type { HandlerContext } from '#server/core/context.ts'
import type { Db } from '#server/core/db.ts'
import { ANYONE } from '#server/core/owner.ts'
import { chatFiles } from '#server/core/schema/chat.ts'
import { members } from '#server/core/schema/members.ts'
import { conversationOf, markRead, PREFIX, pageOf, say, takeChat, unreadOf } from '#server/domain/chat.ts'
import { fileAt, filePath } from '#server/domain/chat-files.ts'
import { fileAddresses } from '#server/domain/file-address.ts'
import { looksLike, looksType } from '#server/domain/file-looks.ts'
import { isGuest, publicId, signGuest, unsignedGuest } from '#server/domain/guest.ts'
import { within } from '#server/domain/within.ts'
import type { Handlers } from './handler.ts'

/** The maximum numbers of files and bytes that an owner may store per day (assumed). */
const FILES_A_DAY = 30
const BYTES_A_DAY = 200 * 1024 * 1024

type Named = Pick<CallInput<(typeof chatCalls)['chat.history']>, 'userId' | 'guestId'>

/**
 * Returns the owner of the conversation: the caller or, without credentials, the guest whose id is in the input. Throws
 * NO_USER if the input contains anybody else's id. Source: D-22–D-23.
 */
function ownerIn({ userId, guestId }: Named, caller: string): string {
  const owner = caller === ANYONE ? unsignedGuest(guestId ?? '') : caller
  const isOwn =
    owner !== null && isGuest(owner)
      ? userId == null && (guestId == null || guestName(guestId) === publicId(owner))
      : guestId == null && (userId == null || userId === owner)
  if (owner === null || !isOwn) throw new ApiError('NO_USER', 403)
  return owner
}

/**
 * Throws NO_DATA while the widget is off. Messages cannot be sent then (assumed), but the history can still be read.
 * Source: R316.
 */
async function expectOpen({ db, switches }: HandlerContext) {
  if (!(await switches(db)).enableChatWidget) throw new ApiError('NO_DATA', 403)
}

/**
 * Returns a customer's message as it is stored. Throws NO_DATA if the message refers to a file that was not uploaded or
 * is of the wrong kind.
 */
async function kept(message: OwnMessage, db: Db, owner: string) {
  const deliver = 'succeed'
  if (message.message_type !== 'media') return { ...message, deliver }
  const { fileType, filePath: path, name, ...payload } = message.payload
  const [file] = await db
    .update(chatFiles)
    .set({ isSent: true })
    .where(and(eq(chatFiles.file, fileAt(path) ?? ''), eq(chatFiles.owner, owner)))
    .returning()
  if (!file || attachmentKind(file.type) !== fileType) throw new ApiError('NO_DATA')
  return { ...message, payload: { ...payload, fileType, filePath: path, name: name ?? file.name }, deliver }
}

/** Returns a member's username and name, or null for a guest, who enters a name in the chat. */
async function called(db: Db, owner: string) {
  if (isGuest(owner)) return null
  const [member] = await db
    .select({ username: members.username, name: members.name })
    .from(members)
    .where(eq(members.id, owner))
  return member
}

async function receive(file: File, kind: 'image' | 'video', context: HandlerContext): Promise<{ path: string }> {
  await expectOpen(context)
  const { db, owner, now, keep } = context
  const type = looksType(file.type === 'image/jpg' ? 'image/jpeg' : file.type)
  if (!type || attachmentKind(type) !== kind || attachmentProblem(file) !== null || !(await looksLike(file, type)))
    throw new ApiError('NO_DATA')
  await takeChat(db, owner) // locks the chat, so that concurrent uploads are counted one after the other
  const at = now()
  const today = await db
    .select({ size: chatFiles.size, createdAt: chatFiles.createdAt })
    .from(chatFiles)
    .where(and(eq(chatFiles.owner, owner), within(chatFiles.createdAt, DAY, at)))
    .orderBy(desc(chatFiles.createdAt))
  let bytes = file.size
  // The newest file that, together with the upload and all newer files, exceeds a limit. There is room again a day
  // after this file was stored.
  const full = today.find(({ size }, index) => {
    bytes += size
    return index + 1 >= FILES_A_DAY || bytes > BYTES_A_DAY
  })
  if (full) throw new ApiError('REQUEST_LIMIT', 429, { until: full.createdAt.getTime() + DAY })
  const name = await keep()
  await db
    .insert(chatFiles)
    .values({ file: name, owner, type, size: file.size, name: file.name.slice(0, 255), createdAt: new Date(at) })
  const { pathOf } = await fileAddresses(context)
  return { path: pathOf(filePath(name)) }
}

/** The support chat of a member or a guest. Source: R371–R377, D-22–D-25. */
export const chatHandlers: Pick<Handlers, keyof typeof chatCalls> = {
  'chat.config': async (_, { db, owner }) => ({
    PREFIX,
    ...(isGuest(owner) ? { guestId: await signGuest(db, owner) } : { userId: owner }),
    ...(await unreadOf(db, owner)),
  }),

  /**
   * Throws NO_USER if the input contains somebody else's id, and NO_DATA if the widget is off or the file is not the
   * customer's.
   */
  'chat.send': async (input, context) => {
    const owner = ownerIn(input, context.owner)
    await expectOpen(context)
    const { db, now, publish, request } = context
    const { first, said } = await say(
      db,
      await fileAddresses(context),
      {
        chat: owner,
        clientId: input.clientId ?? request,
        sender: 'customer',
        message: await kept(input.message, db, owner),
        sessionId: input.session_id ?? null,
        username: input.username ?? null,
        name: input.name ?? null,
        ...(await called(db, owner)),
        deviceToken: input.deviceToken ?? null,
      },
      new Date(now()),
    )
    // The client id may be that of a support message, which the customer can see but did not send.
    if (first.sender !== 'customer') throw new ApiError('NO_DATA')
    if (said) publish(said)
    return { createdAt: first.createdAt.toISOString() }
  },

  'chat.history': async (input, context) => {
    const rows = await pageOf(context.db, ownerIn(input, context.owner), input)
    const addresses = await fileAddresses(context)
    return rows.map((row) => conversationOf(addresses, row))
  },

  /**
   * Throws REQUEST_LIMIT (429) after 30 files or 200 MB within a day, and NO_DATA if the widget is off, or if the file
   * is not an image or not of the claimed type.
   */
  'chat.uploadImage': ({ file }, context) => receive(file, 'image', context),
  'chat.uploadVideo': ({ file }, context) => receive(file, 'video', context),

  'chat.read': async (input, { db, owner }) => {
    await markRead(db, ownerIn(input, owner), input.upTo)
    return {}
  },
}
