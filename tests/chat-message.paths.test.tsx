import chatMessage from './drivers/chat-message.tsx'
import { drive } from './kit/drive.tsx'

drive(chatMessage)
