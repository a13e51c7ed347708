import { saveFile } from './save-file.ts'

/** Returns SVG markup as a data URL for `<img>`, so that it never becomes part of the page's DOM. */
export const pictureOf = (svg: string): string => `data:image/svg+xml,${encodeURIComponent(svg)}`

/**
 * Saves SVG markup as a square PNG with sides of `size` pixels, because bank apps require PNG. Rejects if the browser
 * cannot render or save the image.
 */
export async function savePicture(svg: string, name: string, size = 1024) {
  const image = new Image(size, size)
  image.src = pictureOf(svg)
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = size
  canvas.height = size
  const brush = canvas.getContext('2d')
  if (!brush) throw new Error('no canvas')
  brush.fillStyle = '#fff' // bank apps need a white margin around the code
  brush.fillRect(0, 0, size, size)
  brush.drawImage(image, size * 0.06, size * 0.06, size * 0.88, size * 0.88)
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'))
  if (!blob) throw new Error('no picture')
  saveFile(blob, name)
}
