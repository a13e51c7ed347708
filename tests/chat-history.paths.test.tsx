import chatHistory from './drivers/chat-history.tsx'
import { drive } from './kit/drive.tsx'

drive(chatHistory)
