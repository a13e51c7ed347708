const PLACEHOLDER = /\{\{percentFail\}\}|\{percentFail\}|percentFail/g

/**
 * Replaces the placeholder in the operator's notice with the percentage. The placeholder is `{percentFail}`,
 * `{{percentFail}}` or the bare word. Returns an empty string if the notice contains the placeholder but the percentage
 * is unknown. Source: R154, D-45.
 */
export function noticeText(notice: string, percentFail: number | undefined): string {
  const isUnknown = percentFail === undefined && notice.search(PLACEHOLDER) >= 0
  return isUnknown ? '' : notice.replace(PLACEHOLDER, String(percentFail))
}
