import { drive } from '#tests/kit/drive.tsx'
import chatHistory from './chat-history.screen.tsx'

drive(chatHistory)
