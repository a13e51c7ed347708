import chatBox from './drivers/chat-box.tsx'
import { drive } from './kit/drive.tsx'

drive(chatBox)
