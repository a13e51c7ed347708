import bonus, { attempt } from './drivers/bonus.tsx'
import { drive } from './kit/drive.tsx'
import { kept } from './kit/expect-kept.ts'

drive(bonus, kept(attempt))
