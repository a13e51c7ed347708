import buildProduct from '#e2e/build.ts'
import { OwnServer } from '#e2e/pages/server.ts'
import { DEMO, DEMO_PASSWORD } from '#server/demo/seed.ts'
import { startNginx } from '#tests/kit/nginx.ts'
import { tempFolder } from '#tests/kit/temp.ts'
import { examine } from './examine.ts'
import { LEVELS, type Level, LIMIT } from './kit.ts'
import { toMarkdown } from './report.ts'
import { connectTo } from './socket.ts'

/*
 * Runs the conformance checks against the reference backend behind nginx, at both levels. The backend uses its embedded
 * database. Exits with 1 if a check fails or is skipped.
 */

const PORT = Number(process.env.E2E_PORT ?? 3999)
const SITE = 'https://site.example'
const BASE = `http://127.0.0.1:${PORT + 1}`

const CONFIG = `
  client_max_body_size 32m;
  server {
    listen 127.0.0.1:${PORT + 1};
    location / {
      proxy_pass http://127.0.0.1:${PORT};
      proxy_http_version 1.1;
      proxy_set_header Host $http_host;
      proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
      proxy_set_header Upgrade $http_upgrade;
      proxy_set_header Connection "upgrade";
    }
  }
`

/** Examines a new backend at one level. Returns true if it passes every check. */
async function passes(level: Level): Promise<boolean> {
  const server = new OwnServer(PORT, { HOST: '127.0.0.1', TRUST_PROXY: '1', DATABASE_URL: '', WEB_ORIGIN: SITE })
  await server.start()
  let stop = async () => {}
  try {
    stop = await startNginx(tempFolder('nginx'), CONFIG, `${BASE}/api/health`)
    const results = await examine({
      base: BASE,
      origin: SITE,
      limit: LIMIT,
      member: DEMO.member.username,
      password: DEMO_PASSWORD,
      level,
      isMoneyAllowed: true,
      fetch,
      connect: connectTo(BASE),
    })
    console.log(toMarkdown(results, level))
    return results.every(({ outcome }) => outcome === 'passed')
  } finally {
    await stop()
    await server.remove()
  }
}

// Vite runs in its own process, because it sets NODE_ENV in the process that builds
buildProduct()
for (const level of LEVELS) if (!(await passes(level))) process.exitCode = 1
