import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serveSite } from '../../tests/kit/vite.ts'

/** The site as `npm run dev` has it, at WEB_PORT, and the server behind it, in one process. */
await import('../../server/main.ts')
const entries = ['index.html', 'src/**/*.{ts,tsx}', 'tests/flows/*/*.screen.tsx', 'e2e/paths/page.ts']
const { close } = await serveSite(Number(process.env.WEB_PORT), entries, mkdtempSync(join(tmpdir(), 'krapao-vite-')))
process.on('SIGTERM', () => void close())
