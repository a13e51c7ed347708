import th from '#locales/th.json'
import { EventsDialog } from '#src/features/events/events-dialog.tsx'
import { listDriver } from '#tests/kit/list-driver.ts'
import model from './account-events.model.ts'

const { action, devices, events, password } = th
const from = (address: string) => devices.address.replace('{{address}}', address)

export default listDriver(model, {
  view: (actor) => <EventsDialog actor={actor} onDevices={() => {}} onPassword={() => {}} onClose={() => {}} />,
  before: [action.close],
  after: [devices.title, password.change],
  pages: [
    { controls: [], sees: [from('203.0.0.x'), from('203.0.9.x')] },
    { controls: [], sees: [from('203.0.10.x'), from('203.0.11.x')] },
  ],
  empty: events.empty,
  failed: events.failed,
})
