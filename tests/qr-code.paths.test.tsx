import qrCode from './drivers/qr-code.tsx'
import { drive } from './kit/drive.tsx'

drive(qrCode)
