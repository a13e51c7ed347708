import changePassword from './drivers/change-password.tsx'
import { drive } from './kit/drive.tsx'

drive(changePassword)
