import slips from './drivers/slips.tsx'
import { drive } from './kit/drive.tsx'

drive(slips)
