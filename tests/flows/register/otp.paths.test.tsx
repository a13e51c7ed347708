import { drive } from '#tests/kit/drive.tsx'
import otp from './otp.screen.tsx'

drive(otp)
