import chat from './drivers/chat.tsx'
import { drive } from './kit/drive.tsx'

drive(chat)
