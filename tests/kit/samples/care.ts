import { BREAK_LENGTHS, type Care, type GamePlays, type Position } from '#contract/care.ts'
import { satang } from '#contract/money.ts'

const position = (deposited: number, withdrawn: number, won: number, lost: number): Position => ({
  deposited: satang(deposited),
  withdrawn: satang(withdrawn),
  won: satang(won),
  lost: satang(lost),
})

const played = (won: number, lost: number): GamePlays['plays']['day'] => ({
  staked: satang(won + lost),
  won: satang(won),
  lost: satang(lost),
})
const games: GamePlays[] = [
  {
    ...{ code: 'pg', name: 'PG' },
    plays: {
      day: played(0, 0),
      week: played(250_00, 0),
      month: played(250_00, 2_650_00),
      all: played(850_00, 4_650_25),
    },
  },
  {
    ...{ code: 'usun', name: 'Usun' },
    plays: { day: played(0, 0), week: played(0, 50_00), month: played(100_00, 50_00), all: played(500_00, 50_00) },
  },
]

/** A member who plays and is not on a break. Each period has different figures. */
export const playing: Care = {
  breakUntil: null,
  lengths: BREAK_LENGTHS,
  positions: {
    day: position(0, 0, 0, 0),
    week: position(500_00, 100_00, 250_00, 50_00),
    month: position(1_500_00, 800_00, 350_00, 2_700_00),
    all: position(9_500_50, 1_800_00, 1_350_00, 4_700_25),
  },
  games,
}
/** The same member during a break of 7 days. */
export const onBreak: Care = {
  ...playing,
  breakUntil: '2026-11-28T05:00:00.000Z',
  lengths: ['month', 'sixWeeks', 'halfYear', 'year', 'fiveYears'],
}
/** The same member, excluded for 6 months. */
export const excluded: Care = { ...playing, breakUntil: '2027-05-24T05:00:00.000Z', lengths: ['year', 'fiveYears'] }
