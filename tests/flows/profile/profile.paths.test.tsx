import { drive } from '#tests/kit/drive.tsx'
import profile from './profile.screen.tsx'

drive(profile)
