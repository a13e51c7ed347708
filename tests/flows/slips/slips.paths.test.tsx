import { drive } from '#tests/kit/drive.tsx'
import slips from './slips.screen.tsx'

drive(slips)
