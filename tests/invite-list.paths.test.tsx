import inviteList from './drivers/invite-list.tsx'
import { drive } from './kit/drive.tsx'

drive(inviteList)
