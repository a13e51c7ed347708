import { drive } from '#tests/kit/drive.tsx'
import { kept } from '#tests/kit/expect-kept.ts'
import withdraw, { attempt } from './withdraw.screen.tsx'

drive(withdraw, kept(attempt))
