import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import * as v from 'valibot'

/*
 * `npm run holes`: queries the registry for known vulnerabilities of the installed packages. Lists each with the
 * deadline that SECURITY.md sets, or notes that there is no fixed version yet.
 *
 * Exits with 1 if a vulnerability with the shortest deadline has a fixed version. Exits with 2 if the registry does not
 * answer, because then nothing was checked.
 */

const Hole = v.object({
  name: v.string(),
  severity: v.picklist(['info', 'low', 'moderate', 'high', 'critical']),
  nodes: v.array(v.string()),
  fixAvailable: v.union([v.boolean(), v.object({ name: v.string(), version: v.string() })]),
})
type Hole = v.InferOutput<typeof Hole>
const Report = v.pipe(v.string(), v.parseJson(), v.object({ vulnerabilities: v.record(v.string(), Hole) }))
const Refusal = v.pipe(v.string(), v.parseJson(), v.object({ message: v.string() }))

const lock: { packages: Record<string, { dev?: boolean; devOptional?: boolean }> } = JSON.parse(
  readFileSync('package-lock.json', 'utf8'),
)
/** True if the packages in these folders are used only for building and testing. */
const isDev = (folders: readonly string[]) =>
  folders.every((folder) => lock.packages[folder]?.dev || lock.packages[folder]?.devOptional)

/** The number of days within which SECURITY.md requires a fix. */
function daysFor({ severity, nodes }: Hole): number {
  if (isDev(nodes)) return 90
  return severity === 'high' || severity === 'critical' ? 7 : 30
}

const { stdout, stderr } = spawnSync('npm', ['audit', '--json', '--fetch-retries=0', '--fetch-timeout=30000'], {
  encoding: 'utf8',
  maxBuffer: 2 ** 28,
})
const report = v.safeParse(Report, stdout)
if (!report.success) {
  const refusal = v.safeParse(Refusal, stdout)
  console.error(refusal.success ? refusal.output.message : stderr)
  console.error('NOT CHECKED: the registry did not say which packages have known holes')
  process.exit(2)
}
const holes = Object.values(report.output.vulnerabilities).map((hole) => ({ ...hole, days: daysFor(hole) }))
for (const { name, severity, days, fixAvailable } of holes)
  console.log(
    `${name}: ${severity}, ${fixAvailable === false ? 'no fixed version yet' : `close it within ${days} days`}`,
  )
console.log(`${holes.length} packages have known holes (${new Date().toISOString().slice(0, 10)})`)
if (holes.some(({ days, fixAvailable }) => days === 7 && fixAvailable !== false)) process.exitCode = 1
