import { serveSite } from '../../tests/kit/vite.ts'

/** Serves the site at PORT, as `npm run dev` does, and the server behind it at PORT + 10, in one process. */
const { PORT } = process.env
process.env.PORT = String(Number(PORT) + 10)
process.env.DIST_DIR = 'none'
const entries = ['index.html', 'src/**/*.{ts,tsx}', 'tests/flows/*/*.screen.tsx', 'e2e/paths/page.ts']
const { close } = await serveSite(Number(PORT), entries, `node_modules/.vite/paths-${PORT}`)
process.on('SIGTERM', () => void close())
await import('../../server/main.ts')
