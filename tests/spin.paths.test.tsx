import spin, { attempt } from './drivers/spin.tsx'
import { drive } from './kit/drive.tsx'
import { kept } from './kit/expect-kept.ts'

drive(spin, kept(attempt))
