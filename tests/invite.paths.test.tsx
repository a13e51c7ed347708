import invite from './drivers/invite.tsx'
import { drive } from './kit/drive.tsx'

drive(invite)
