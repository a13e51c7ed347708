import { drive } from '#tests/kit/drive.tsx'
import { kept } from '#tests/kit/expect-kept.ts'
import spin, { attempt } from './spin.screen.tsx'

drive(spin, kept(attempt))
