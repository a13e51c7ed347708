/** The operator's notice with its placeholder filled in: `{percentFail}`, `{{percentFail}}` or the bare word. Source: R154, D-45. */
export const noticeText = (notice: string, percentFail: number): string =>
  notice.replace(/\{\{percentFail\}\}|\{percentFail\}|percentFail/g, String(percentFail))
