import { drive } from '#tests/kit/drive.tsx'
import chat from './chat.screen.tsx'

drive(chat)
