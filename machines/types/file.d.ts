/** A file that the player chose. A machine passes it on and never reads it; where there is a DOM this is its `File`. */
interface File {
  readonly size: number
}
