import { drive } from '#tests/kit/drive.tsx'
import toasts from './toasts.screen.tsx'

drive(toasts)
