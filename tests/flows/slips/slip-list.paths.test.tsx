import { drive } from '#tests/kit/drive.tsx'
import slipList from './slip-list.screen.tsx'

drive(slipList)
