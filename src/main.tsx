import { startApp } from './app.tsx'

// without a top-level await, the build needs no stub for each page
void startApp()
