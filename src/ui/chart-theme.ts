import type { ChartColor } from './chart-model.ts'

/** The tokens a canvas needs by value, for it knows no custom properties. */
export type ChartTheme = Readonly<
  Record<ChartColor | 'rise' | 'fall' | 'rise-column' | 'fall-column' | 'accent' | 'accent-soft' | 'text-2' | 'line' | 'line-strong' | 'bar' | 'on-solid' | 'font', string>
>

const read = (styles: CSSStyleDeclaration, name: string) => styles.getPropertyValue(`--${name}`).trim()

/** Columns step back behind the bars. A canvas mixes no colours by itself. */
const faded = (color: string) => (/^#[\da-f]{6}$/i.test(color) ? `${color}80` : color)

/** What the tokens are worth at this moment. */
export function chartTheme(): ChartTheme {
  const styles = getComputedStyle(document.documentElement)
  return {
    'line-a': read(styles, 'line-a'),
    'line-b': read(styles, 'line-b'),
    'line-c': read(styles, 'line-c'),
    'line-d': read(styles, 'line-d'),
    rise: read(styles, 'rise'),
    fall: read(styles, 'fall'),
    'rise-column': faded(read(styles, 'rise')),
    'fall-column': faded(read(styles, 'fall')),
    accent: read(styles, 'accent'),
    'accent-soft': read(styles, 'accent-soft'),
    'text-2': read(styles, 'text-2'),
    line: read(styles, 'line'),
    'line-strong': read(styles, 'line-strong'),
    bar: read(styles, 'bar'),
    'on-solid': read(styles, 'on-solid'),
    font: read(styles, 'font'),
  }
}

/** Calls back when the colours of rise and fall are swapped. Returns how to stop. */
export function onTheme(hear: () => void) {
  const observer = new MutationObserver(hear)
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-rise'] })
  return () => observer.disconnect()
}
