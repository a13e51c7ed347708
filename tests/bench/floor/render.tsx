import { renderToString } from 'react-dom/server'
import { createActor } from 'xstate'
import { floorMachine } from './machine.ts'
import { FloorPage, type FloorTexts } from './page.tsx'

/** Returns the page as HTML. */
export const renderFloor = (texts: FloorTexts) =>
  renderToString(<FloorPage actor={createActor(floorMachine)} texts={texts} />)
