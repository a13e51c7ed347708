import toasts from './drivers/toasts.tsx'
import { drive } from './kit/drive.tsx'

drive(toasts)
