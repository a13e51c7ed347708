import spinActive from './drivers/spin-active.tsx'
import { drive } from './kit/drive.tsx'

drive(spinActive)
