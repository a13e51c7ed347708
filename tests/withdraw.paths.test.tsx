import withdraw, { attempt } from './drivers/withdraw.tsx'
import { drive } from './kit/drive.tsx'
import { kept } from './kit/expect-kept.ts'

drive(withdraw, kept(attempt))
