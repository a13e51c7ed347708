import type { ActorRefFrom } from 'xstate'
import type { chatMachine } from '#machines/chat.machine.ts'
import type { chatBoxMachine } from '#machines/chat-box.machine.ts'
import type { chatHistoryMachine } from '#machines/chat-history.machine.ts'
import type { chatLineMachine } from '#machines/chat-line.machine.ts'

/** The actors that the chat views render. */
export type Chat = ActorRefFrom<typeof chatMachine>
export type History = ActorRefFrom<typeof chatHistoryMachine>
export type Line = ActorRefFrom<typeof chatLineMachine>
export type Box = ActorRefFrom<typeof chatBoxMachine>
