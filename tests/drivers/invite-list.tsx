import th from '#locales/th.json'
import { InviteList } from '#src/features/invite/invite-list.tsx'
import { listDriver } from '../kit/list-driver.ts'
import model from '../models/invite-list.model.ts'

const { invite } = th

export default listDriver(model, {
  view: (actor) => <InviteList actor={actor} />,
  // the first and the last row of each
  pages: [
    { controls: [], sees: ['100.00', '100.09'] },
    { controls: [], sees: ['100.10', '100.11'] },
  ],
  empty: invite.empty,
  failed: invite.listFailed,
})
