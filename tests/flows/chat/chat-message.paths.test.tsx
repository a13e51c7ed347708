import { drive } from '#tests/kit/drive.tsx'
import chatMessage from './chat-message.screen.tsx'

drive(chatMessage)
