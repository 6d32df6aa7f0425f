const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What a part of a report says of itself: a test that failed, or a file of which no test could run. */
function ownName({ status, fullName, name, assertionResults, ok, title }: Readonly<Record<string, unknown>>) {
  if (status === 'failed' && typeof fullName === 'string') return fullName
  if (status === 'failed' && Array.isArray(assertionResults) && assertionResults.length === 0) return String(name)
  return ok === false && typeof title === 'string' ? title : null
}

/** The names of the tests that failed, in a report of vitest or of Playwright. */
export function failedIn(report: unknown): readonly string[] {
  if (Array.isArray(report)) return report.flatMap(failedIn)
  if (!isRecord(report)) return []
  const own = ownName(report)
  return [...(own === null ? [] : [own]), ...Object.values(report).flatMap(failedIn)]
}
