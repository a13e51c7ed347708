import { hydrateRoot } from 'react-dom/client'
import redaxios from 'redaxios'
import { createActor, fromPromise } from 'xstate'
import './floor.css'
import { type Credentials, floorMachine } from './machine.ts'
import { FloorPage } from './page.tsx'

/* The floor page with the product's libraries: hydrates the login form. */

const login = fromPromise<unknown, Credentials>(({ input }) => redaxios.post('/api/login', input))
const place = document.getElementById('root')
const texts = document.getElementById('texts')
if (!place || !texts) throw new Error('the page has no #root or no #texts')
void fetch('/api/lookup/active', { headers: { 'X-Requested-With': 'wallet-user' } })
const actor = createActor(floorMachine.provide({ actors: { login } })).start()
hydrateRoot(place, <FloorPage actor={actor} texts={JSON.parse(texts.textContent)} onReady={() => window.release()} />)
