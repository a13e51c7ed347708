import { startApp } from './app.tsx'

await startApp()
