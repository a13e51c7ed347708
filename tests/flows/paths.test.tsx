import type { AnyStateMachine } from 'xstate'
import { drive } from '#tests/kit/drive.tsx'
import type { Driver } from '#tests/kit/driver.ts'
import type { Check } from '#tests/kit/view-path-runner.tsx'

const screens = import.meta.glob<Driver>('./*/*.screen.tsx', { eager: true, import: 'default' })
const checks = import.meta.glob<Check<AnyStateMachine>>('./*/*.check.ts', { eager: true, import: 'default' })

for (const [file, driver] of Object.entries(screens)) {
  const stem = file.replace('.screen.tsx', '')
  drive(driver, `${stem}.seen.json`, checks[`${stem}.check.ts`])
}
