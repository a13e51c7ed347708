import { drive } from '#tests/kit/drive.tsx'
import changePassword from './change-password.screen.tsx'

drive(changePassword)
