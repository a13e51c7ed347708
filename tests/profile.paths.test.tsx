import profile from './drivers/profile.tsx'
import { drive } from './kit/drive.tsx'

drive(profile)
