import statement from './drivers/statement.tsx'
import { drive } from './kit/drive.tsx'

drive(statement)
