import { drive } from '#tests/kit/drive.tsx'
import { kept } from '#tests/kit/expect-kept.ts'
import transfer, { attempt } from './transfer.screen.tsx'

drive(transfer, kept(attempt))
