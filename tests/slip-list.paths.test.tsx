import slipList from './drivers/slip-list.tsx'
import { drive } from './kit/drive.tsx'

drive(slipList)
