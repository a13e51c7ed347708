import { screen } from '@testing-library/react'
import th from '#locales/th.json'
import { ContactPage } from '#src/features/contact/contact-page.tsx'
import { defineDriver } from '#tests/kit/driver.ts'
import { contact } from '#tests/kit/samples/operator.ts'
import { press } from '#tests/kit/screen.ts'
import model from './contact.model.ts'

const text = 'ตลอด 24 ชั่วโมง'
const version = th.app.version.replace('{{version}}', '1.1.14')

export default defineDriver(model, {
  view: (actor) => <ContactPage actor={actor} />,
  act: { 'lookup.retry': { ways: [press(th.action.retry)] } },
  texts: [th.state.loading, th.contact.failed, th.contact.qr, text, version],
  look: {
    loading: () => ({ controls: [], sees: [th.state.loading] }),
    failed: () => ({ controls: [th.action.retry], sees: [th.contact.failed, version] }),
    shown: async ({ context: { found } }) => {
      await screen.findByText(text)
      const links = found?.website ? [contact.lineName, new URL(found.website).host] : []
      return { controls: links, sees: [th.contact.qr, text, version] }
    },
  },
})
