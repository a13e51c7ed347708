import { drive } from '#tests/kit/drive.tsx'
import spinActive from './spin-active.screen.tsx'

drive(spinActive)
