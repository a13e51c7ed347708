import inviteBonus, { attempt } from './drivers/invite-bonus.tsx'
import { drive } from './kit/drive.tsx'
import { kept } from './kit/expect-kept.ts'

drive(inviteBonus, kept(attempt))
