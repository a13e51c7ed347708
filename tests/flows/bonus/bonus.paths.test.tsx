import { drive } from '#tests/kit/drive.tsx'
import { kept } from '#tests/kit/expect-kept.ts'
import bonus, { attempt } from './bonus.screen.tsx'

drive(bonus, kept(attempt))
