import otp from './drivers/otp.tsx'
import { drive } from './kit/drive.tsx'

drive(otp)
