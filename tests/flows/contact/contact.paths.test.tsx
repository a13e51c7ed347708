import { drive } from '#tests/kit/drive.tsx'
import contact from './contact.screen.tsx'

drive(contact)
