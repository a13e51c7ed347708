import { eq } from 'drizzle-orm'
import type { Db } from '#server/core/db.ts'
import { slips } from '#server/core/schema/deposits.ts'

/** The base path of slip images. It is outside the API, because browsers request images without a token. */
export const PICTURES = '/slips'

/** Returns the path of an image without a signature; `fileAddresses` signs it. */
export const picturePath = (file: string) => `${PICTURES}/${file}`

/** Returns the media type of a slip image, or undefined if there is no such image. Source: R136, R361. */
export async function slipType(db: Db, file: string): Promise<string | undefined> {
  const [slip] = await db.select({ type: slips.type }).from(slips).where(eq(slips.file, file))
  return slip?.type
}
