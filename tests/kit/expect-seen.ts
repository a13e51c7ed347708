import { expect } from 'vitest'
import { plain, sight } from './screen.ts'

/** Expects that all of these texts are visible now. */
export const expectSeen = (...texts: string[]) => expect(sight(texts).sees).toEqual(texts.map(plain).sort())
