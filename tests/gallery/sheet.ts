import { SIZES, type Size } from '../kit/sizes.ts'

/** A contact sheet: all pictures in one language and size, by name. */
export type Sheet = { name: string; size: Size; pictures: readonly string[] }

const STYLE = `
  body { margin: 0; padding: 24px; background: #0d1019; color: #c9cfdd; font: 13px/1.4 system-ui, sans-serif }
  nav { display: flex; flex-wrap: wrap; gap: 16px }
  a { color: #8fd6ee }
  body:has(:target) section:not(:target) { display: none }
  h1 { margin: 24px 0 16px; font-size: 18px; font-weight: 600 }
  div { display: grid; grid-template-columns: repeat(auto-fill, var(--wide)); gap: 16px }
  figure { margin: 0; min-width: 0 }
  img { display: block; width: var(--wide); height: var(--high); object-fit: cover; object-position: top; border-radius: 6px }
  figcaption { margin-top: 4px; overflow-wrap: anywhere }
`
const wide: Record<Size, number> = { phone: 180, desktop: 360 }

const figure = (folder: string, picture: string) =>
  `<figure><a href="${folder}/${picture}.png"><img loading="lazy" src="${folder}/${picture}.png" alt="${picture}"></a><figcaption>${picture}</figcaption></figure>`

function section({ name, size, pictures }: Sheet): string {
  const { width, height } = SIZES[size]
  const box = `--wide: ${wide[size]}px; --high: ${Math.round((wide[size] * height) / width)}px`
  const figures = pictures.map((picture) => figure(name, picture))
  return `<section id="${name}" style="${box}"><h1>${name}</h1><div>${figures.join('\n')}</div></section>`
}

/** The page with all contact sheets. With a hash such as `#th-phone`, it shows only that sheet. */
export const sheetPage = (sheets: readonly Sheet[]): string =>
  `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>krapao gallery</title><style>${STYLE}</style>
<nav>${sheets.map(({ name }) => `<a href="#${name}">${name}</a>`).join('\n')}</nav>
${sheets.map(section).join('\n')}
</html>
`
