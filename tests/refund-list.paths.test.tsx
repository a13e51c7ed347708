import refundList from './drivers/refund-list.tsx'
import { drive } from './kit/drive.tsx'

drive(refundList)
