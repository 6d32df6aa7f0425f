import { fontNow, withColors } from '#src/lib/theme.ts'
import type { ChartTone } from '#src/ui/chart-model.ts'

/** The tokens that a canvas needs as computed values. */
export type ChartTheme = Readonly<
  Record<
    | ChartTone
    | 'rise-column'
    | 'fall-column'
    | 'accent-soft'
    | 'page'
    | 'line'
    | 'line-strong'
    | 'bar'
    | 'on-solid'
    | 'font',
    string
  >
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
    danger: of('danger'),
    page: of('page'),
    info: of('info'),
    accent: of('accent'),
    'accent-soft': of('accent-soft'),
    'text-2': of('text-2'),
    line: of('line'),
    'line-strong': of('line-strong'),
    bar: of('bar'),
    'on-solid': of('on-solid'),
    font: fontNow(),
  }))
