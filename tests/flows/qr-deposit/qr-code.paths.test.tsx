import { drive } from '#tests/kit/drive.tsx'
import qrCode from './qr-code.screen.tsx'

drive(qrCode)
