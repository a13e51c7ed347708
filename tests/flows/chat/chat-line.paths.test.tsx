import { drive } from '#tests/kit/drive.tsx'
import chatLine from './chat-line.screen.tsx'

drive(chatLine)
