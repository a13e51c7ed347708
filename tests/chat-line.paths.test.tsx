import chatLine from './drivers/chat-line.tsx'
import { drive } from './kit/drive.tsx'

drive(chatLine)
