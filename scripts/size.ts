import { goals, measure } from '#scripts/size/measure.ts'

const rows = Object.entries(measure()).map(([what, count]) => [what, count, goals[what] ?? ''].join(' | '))
console.log(['| what | today | goal |', '|---|---|---|', ...rows.map((row) => `| ${row} |`)].join('\n'))
