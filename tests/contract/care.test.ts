import * as v from 'valibot'
import { expect, test } from 'vitest'
import { BREAK_LENGTHS, Care, excludes, netDepositsOf, playedIn, resultOf } from '#contract/care.ts'
import { satang } from '#contract/money.ts'

test('a break of six months or more is a self-exclusion (R574, R578)', () => {
  expect(BREAK_LENGTHS.filter(excludes)).toEqual(['halfYear', 'year', 'fiveYears'])
})

test('a parsed care reply has only known break lengths, shortest first, and amounts in satang (R576, R579)', () => {
  const none = { deposited: 0, withdrawn: 0, won: 0, lost: 0 }
  const reply = {
    breakUntil: null,
    lengths: ['year', 'decade', 'day', 7, null],
    positions: { day: none, week: none, month: none, all: { ...none, won: 1.5 } },
  }
  const { lengths, positions } = v.parse(Care, reply)
  expect([lengths, positions.all.won]).toEqual([['day', 'year'], 150])
  expect([resultOf(positions.all), resultOf({ ...positions.all, lost: satang(400) })]).toEqual([150, -250])
})

test('net deposits are deposits minus withdrawals, and negative if withdrawals are higher (R579)', () => {
  const position = { deposited: satang(100), withdrawn: satang(30), won: satang(5), lost: satang(7) }
  expect(netDepositsOf(position)).toBe(70)
  expect(netDepositsOf({ ...position, withdrawn: satang(300) })).toBe(-200)
})

test('the list of games for a period contains only games played in that period (R640)', () => {
  const played = (staked: number) => ({ staked: satang(staked), won: satang(0), lost: satang(staked) })
  const game = (code: string, day: number) => ({
    ...{ code, name: code },
    plays: { day: played(day), week: played(0), month: played(500), all: played(500) },
  })
  const games = [game('pg', 0), game('joker2', 100)]
  expect(playedIn(games, 'day').map(({ code }) => code)).toEqual(['joker2'])
  expect(playedIn(games, 'week')).toEqual([])
  expect(playedIn(games, 'month')).toEqual(games)
})
