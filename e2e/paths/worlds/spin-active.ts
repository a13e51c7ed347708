import type { Happening, World } from '../world.ts'

const wheelIs =
  (isOn: boolean): Happening =>
  ({ sandbox }) =>
    sandbox.turn('spinActive', isOn)

export default {
  as: 'member',
  calls: { lookup: ['spin.active'] },
  starts: { 'home is opened': ({ page }) => page.goto('/user/home') },
  answers: { lookup: { 'the wheel is on': wheelIs(true), 'the wheel is off': wheelIs(false) } },
} satisfies World
