import conditions from './drivers/conditions.tsx'
import { drive } from './kit/drive.tsx'

drive(conditions)
