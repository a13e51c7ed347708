import { drive } from '#tests/kit/drive.tsx'
import chatBox from './chat-box.screen.tsx'

drive(chatBox)
