import { startApp } from './app.tsx'

// not awaited, because a top-level await would make the build add a stub for each page
void startApp()
