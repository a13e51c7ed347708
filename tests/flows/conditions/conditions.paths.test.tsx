import { drive } from '#tests/kit/drive.tsx'
import conditions from './conditions.screen.tsx'

drive(conditions)
