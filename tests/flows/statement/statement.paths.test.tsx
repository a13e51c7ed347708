import { drive } from '#tests/kit/drive.tsx'
import statement from './statement.screen.tsx'

drive(statement)
