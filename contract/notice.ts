const PLACEHOLDER = /\{\{percentFail\}\}|\{percentFail\}|percentFail/g

/**
 * The operator's notice with its placeholder filled in: `{percentFail}`, `{{percentFail}}` or the bare word. Empty if it
 * needs a percentage that is unknown. Source: R154, D-45.
 */
export function noticeText(notice: string, percentFail: number | undefined): string {
  const isUnknown = percentFail === undefined && notice.search(PLACEHOLDER) >= 0
  return isUnknown ? '' : notice.replace(PLACEHOLDER, String(percentFail))
}
