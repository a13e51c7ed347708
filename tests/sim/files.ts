import { slipPicture } from '#server/demo/slip-picture.ts'

const bytes = slipPicture('100.00')
/** Returns a picture that the player chooses from the device. */
export const pictureFile = (name: string) => new File([bytes], name, { type: 'image/png', lastModified: 0 })

/** A video that the player chooses. It consists only of the first bytes of a video file. */
export const filmFile = (name: string) => new File(['\0\0\0\x18ftypmp42'], name, { type: 'video/mp4', lastModified: 0 })
