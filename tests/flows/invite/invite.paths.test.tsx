import { drive } from '#tests/kit/drive.tsx'
import invite from './invite.screen.tsx'

drive(invite)
