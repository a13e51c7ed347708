import { chromium } from '../kit/chromium.ts'

const { args, ...browser } = chromium()

/** Launch options for a browser that renders text with the same width on every machine. */
export const launch = { ...browser, args: [...args, '--font-render-hinting=none', '--disable-lcd-text'] }
