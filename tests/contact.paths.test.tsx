import contact from './drivers/contact.tsx'
import { drive } from './kit/drive.tsx'

drive(contact)
