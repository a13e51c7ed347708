/**
 * A file that the player chose. A machine passes the file on and never reads it; where there is a DOM, this is the
 * DOM's `File`.
 */
interface File {
  readonly size: number
}
