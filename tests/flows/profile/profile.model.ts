import type { Profile } from '#contract/profile.ts'
import { profileMachine } from '#machines/profile.machine.ts'
import { defineModel } from '#tests/kit/model.ts'
import { noAnswer } from '#tests/kit/samples/failures.ts'
import { overview } from '#tests/kit/samples/wallet.ts'

const { _id, name, username } = overview.profile
const profile: Profile = { _id, name, username }

export default defineModel({
  machine: profileMachine,
  starts: { 'the player opens the profile': undefined },
  events: { 'lookup.retry': { 'the player tries again': {} } },
  calls: { lookup: ['account.profile'] },
  outcomes: { lookup: { done: { 'the profile': profile }, error: { 'no answer': noAnswer } } },
  stories: {
    'The player sees the profile': ['the player opens the profile', 'the server answers: the profile'],
  },
  cites: {
    lookup: 'R320',
    shown: 'R128',
    failed: 'R406, D-48',
  },
})
