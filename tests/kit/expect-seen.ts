import { expect } from 'vitest'
import { plain, sight } from './screen.ts'

/** All of these texts can be read now. */
export const expectSeen = (...texts: string[]) => expect(sight(texts).sees).toEqual(texts.map(plain).sort())
