import transfer, { attempt } from './drivers/transfer.tsx'
import { drive } from './kit/drive.tsx'
import { kept } from './kit/expect-kept.ts'

drive(transfer, kept(attempt))
