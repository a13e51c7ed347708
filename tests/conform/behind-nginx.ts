import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import buildProduct from '#e2e/build.ts'
import { OwnServer } from '#e2e/pages/server.ts'
import { DEMO, DEMO_PASSWORD } from '#server/demo/seed.ts'
import { tempFolder } from '#tests/kit/temp.ts'
import { examine } from './examine.ts'
import { LEVELS, LIMIT } from './kit.ts'
import { toMarkdown } from './report.ts'
import { connectTo } from './socket.ts'

/* Examines the reference backend, on its embedded database, behind nginx at both levels. Ends with 1 if a check fails or is skipped. */

const PORT = Number(process.env.E2E_PORT ?? 3999)
const SITE = 'https://site.example'
const BASE = `http://127.0.0.1:${PORT + 1}`
const folder = tempFolder('nginx')

const CONFIG = `
daemon off;
pid ${folder}/pid;
error_log stderr warn;
events {}
http {
  access_log off;
  client_max_body_size 32m;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
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
}
`

/** Resolves once nginx passes requests on. */
async function untilServed() {
  for (let tries = 0; tries < 100; tries++) {
    const reply = await fetch(`${BASE}/api/health`).catch(() => null)
    if (reply?.ok) return
    await new Promise((done) => setTimeout(done, 100))
  }
  throw new Error('nginx does not serve the backend')
}

// in a process of its own, because Vite sets NODE_ENV in the one that builds
buildProduct()
const server = new OwnServer(PORT, { HOST: '127.0.0.1', TRUST_PROXY: '1', DATABASE_URL: '', WEB_ORIGIN: SITE })
await server.start()
const config = join(folder, 'nginx.conf')
writeFileSync(config, CONFIG)
const nginx = spawn('nginx', ['-p', folder, '-c', config], { stdio: 'inherit' })
try {
  await untilServed()
  for (const level of LEVELS) {
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
    if (results.some(({ outcome }) => outcome !== 'passed')) process.exitCode = 1
  }
} finally {
  nginx.kill('SIGTERM')
  await once(nginx, 'exit')
  await server.remove()
}
