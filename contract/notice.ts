const PLACEHOLDER = /\{\{percentFail\}\}|\{percentFail\}|percentFail/g

/**
 * Returns the operator's notice with the percentage in place of its placeholder, which is `{percentFail}`,
 * `{{percentFail}}` or the bare word. Returns an empty string if the notice needs the percentage and it is unknown.
 * Source: R154, D-45.
 */
export function noticeText(notice: string, percentFail: number | undefined): string {
  const isUnknown = percentFail === undefined && notice.search(PLACEHOLDER) >= 0
  return isUnknown ? '' : notice.replace(PLACEHOLDER, String(percentFail))
}
