import { startApp } from './app.tsx'

// without an await at the top of a module the build needs no stub for each page
void startApp()
