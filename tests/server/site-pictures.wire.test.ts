import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { games } from '#server/core/schema/games.ts'
import { startBackend } from '#tests/kit/server.ts'
import { tempFolder } from '#tests/kit/temp.ts'

/** Creates a backend whose build renames these pictures. */
function withBuild() {
  const dist = tempFolder('dist')
  const pictures = [
    'banners/friends',
    'banners/cashback',
    'banners/welcome',
    'games/moonreel',
    'games/moonreel-logo',
    'line-qr',
  ]
  mkdirSync(join(dist, '.vite'))
  const names = pictures.map((name, i) => [`/${name}.svg`, `/assets/${i}.svg`])
  writeFileSync(join(dist, '.vite/pictures.json'), JSON.stringify(names))
  return startBackend({ dist })
}

it('replies contain the built file names of the banner, bonus, game and LINE QR pictures', async () => {
  const { call, login } = await withBuild()
  const token = await login()
  expect((await call('invite.banners', {}, { token })).body).toMatchObject([
    { image: '/assets/0.svg' },
    { image: '/banners/share.svg' },
  ])
  expect((await call('refund.banners', {}, { token })).body).toMatchObject([{ image: '/assets/1.svg' }])
  expect(JSON.stringify((await call('bonus.list', {}, { token })).body)).toContain('"image":"/assets/2.svg"')
  const { slots } = (await call('wallet.get', {}, { token })).body
  expect(slots).toContainEqual(expect.objectContaining({ background: '/assets/3.svg', logo: '/assets/4.svg' }))
  expect((await call('lookup.contact', {})).body).toMatchObject({ lineQR: '/assets/5.svg' })
})

it('replies contain the URL of an operator’s own picture unchanged', async () => {
  const { call, login, db } = await withBuild()
  const logo = 'https://play.example/games/moonreel-logo.svg'
  await db.update(games).set({ logo }).where(eq(games.code, 'pg'))
  const { slots } = (await call('wallet.get', {}, { token: await login() })).body
  expect(slots).toContainEqual(expect.objectContaining({ code: 'pg', logo }))
})
