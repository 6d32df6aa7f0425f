import { tagOf } from './format.ts'

const units = ['byte', 'kilobyte', 'megabyte'] as const

/** The size of a file in the largest unit that fits. */
export const formatBytes = (bytes: number, lang: string) => {
  const at = bytes < 1000 ? 0 : bytes < 1_000_000 ? 1 : 2
  return new Intl.NumberFormat(tagOf(lang), {
    style: 'unit',
    unit: units[at] ?? 'byte',
    unitDisplay: 'short',
    maximumFractionDigits: at === 2 ? 1 : 0,
  }).format(bytes / 1000 ** at)
}
