import { drive } from '#tests/kit/drive.tsx'
import refundList from './refund-list.screen.tsx'

drive(refundList)
