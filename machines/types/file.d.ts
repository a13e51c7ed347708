/**
 * A file that the player chose. Machines pass it on without reading it. In code compiled with the DOM types, this is
 * the DOM's `File`.
 */
interface File {
  readonly size: number
}
