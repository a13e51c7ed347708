import { expect, test } from 'vitest'
import { noticeText } from '#contract/notice.ts'

test.each([
  ['ยอดเล่นเสียนับ {percentFail}%', 'ยอดเล่นเสียนับ 12.5%'],
  ['ยอดเล่นเสียนับ {{percentFail}}%', 'ยอดเล่นเสียนับ 12.5%'],
  ['ยอดเล่นเสียนับ percentFail%', 'ยอดเล่นเสียนับ 12.5%'],
  ['{percentFail} ถึง {{percentFail}}', '12.5 ถึง 12.5'],
  ['ไม่มีอะไร {percent}', 'ไม่มีอะไร {percent}'],
  ['', ''],
])('the bonus notice %j is shown as %j (R154, D-45)', (notice, text) => expect(noticeText(notice, 12.5)).toBe(text))
