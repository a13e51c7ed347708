import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { LimitKind } from '#contract/play-limit.ts'
import th from '#locales/th.json'
import { eachMyPlay } from '#tests/kit/my-play.tsx'

const openWith = eachMyPlay()
/** The button for the video about setting limits. */
const video = () => screen.queryByRole('button', { name: new RegExp(`^${th.howto.limits}`) })
const title = (kind: LimitKind) => screen.queryByRole('heading', { name: th.care.limit[kind].title })

it('My play shows deposit limits if the backend has them (R585)', async () => {
  await openWith('care', 'limits')
  expect(title('deposit')).not.toBeNull()
})

it('My play shows no deposit limits if the backend does not offer limits (R589)', async () => {
  await openWith('care')
  expect(title('deposit')).toBeNull()
})

it('My play shows the help video about limits if the backend offers limits (R654)', async () => {
  await openWith('care', 'limits')
  expect(video()).not.toBeNull()
})

it('My play shows no help video about limits if the backend does not offer limits (R654)', async () => {
  await openWith('care')
  expect(video()).toBeNull()
})

it('My play shows deposit and loss limits if the backend has both (R607, R609)', async () => {
  await openWith('care', 'limits', 'losses')
  expect([title('deposit'), title('loss')]).not.toContain(null)
})

it('My play shows no loss limits if the backend has only deposit limits (R609)', async () => {
  await openWith('care', 'limits')
  expect(title('loss')).toBeNull()
})

it('My play shows time limits if the backend has them, even without loss limits (R637, R639)', async () => {
  await openWith('care', 'limits', 'time')
  expect(title('time')).not.toBeNull()
  expect(title('loss')).toBeNull()
})

it('My play shows no time limits if the backend has only money limits (R639)', async () => {
  await openWith('care', 'limits', 'losses')
  expect(title('time')).toBeNull()
})

it('My play shows deposit limits first, and shows all kinds of limits in the same style (R585, R607, R637)', async () => {
  await openWith('care', 'limits', 'losses', 'time')
  const kinds = ['deposit', 'loss', 'time'] as const
  const names: string[] = kinds.map((kind) => th.care.limit[kind].title)
  const titles = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
  expect(titles.filter((each) => names.includes(each))).toEqual(names)
  const [deposit, ...others] = names.map((name) => {
    const region = screen.getByRole('region', { name })
    return [region, ...region.querySelectorAll('h2, p, ul, li, strong, button')].map((part) => {
      const { color, backgroundColor, display, visibility, opacity, fontSize, fontWeight, width } =
        getComputedStyle(part)
      const { tagName } = part
      return {
        ...{ tagName, color, backgroundColor, display, visibility, opacity, fontSize, fontWeight },
        // inside the region, widths depend on the texts
        ...(part === region && { width }),
      }
    })
  })
  for (const other of others) expect(other).toEqual(deposit)
})
