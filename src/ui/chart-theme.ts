import { fontNow, withColors } from '#src/lib/theme.ts'
import type { ChartColor } from './chart-model.ts'

/** The tokens that a canvas needs as computed values. */
export type ChartTheme = Readonly<
  Record<ChartColor | 'rise' | 'fall' | 'rise-column' | 'fall-column' | 'accent' | 'accent-soft' | 'text-2' | 'line' | 'line-strong' | 'bar' | 'on-solid' | 'font', string>
>

/** The current values of the tokens. */
export const chartTheme = (): ChartTheme =>
  withColors((of) => ({
    'line-a': of('line-a'),
    'line-b': of('line-b'),
    'line-c': of('line-c'),
    'line-d': of('line-d'),
    rise: of('rise'),
    fall: of('fall'),
    'rise-column': of('rise-column'),
    'fall-column': of('fall-column'),
    accent: of('accent'),
    'accent-soft': of('accent-soft'),
    'text-2': of('text-2'),
    line: of('line'),
    'line-strong': of('line-strong'),
    bar: of('bar'),
    'on-solid': of('on-solid'),
    font: fontNow(),
  }))
