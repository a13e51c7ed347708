import { eq } from 'drizzle-orm'
import type { Db } from '#server/core/db.ts'
import { slips } from '#server/core/schema/money.ts'
import type { Settings } from '#server/core/settings.ts'

/** The path of slips' pictures: outside the API, because a browser opens them without a token. */
export const PICTURES = '/slips'

/** The address of a picture; anyone who knows it may see the picture. */
export const pictureUrl = ({ apiOrigin }: Settings, file: string) => `${apiOrigin}${PICTURES}/${file}`

/** The media type of a slip's picture. Source: R136, R361. */
export async function slipType(db: Db, file: string): Promise<string | undefined> {
  const [slip] = await db.select({ type: slips.type }).from(slips).where(eq(slips.file, file))
  return slip?.type
}
