import type { ChartColor } from './chart-model.ts'

/** The tokens a canvas needs by value, for it knows no custom properties. */
export type ChartTheme = Readonly<
  Record<ChartColor | 'rise' | 'fall' | 'rise-soft' | 'fall-soft' | 'accent' | 'accent-soft' | 'text-2' | 'line' | 'line-strong' | 'bar' | 'font', string>
>

const read = (styles: CSSStyleDeclaration, name: string) => styles.getPropertyValue(`--${name}`).trim()

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
    'rise-soft': read(styles, 'rise-soft'),
    'fall-soft': read(styles, 'fall-soft'),
    accent: read(styles, 'accent'),
    'accent-soft': read(styles, 'accent-soft'),
    'text-2': read(styles, 'text-2'),
    line: read(styles, 'line'),
    'line-strong': read(styles, 'line-strong'),
    bar: read(styles, 'bar'),
    font: read(styles, 'font'),
  }
}

/** Calls back when the colours of rise and fall are swapped. Returns how to stop. */
export function onTheme(hear: () => void) {
  const observer = new MutationObserver(hear)
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-rise'] })
  return () => observer.disconnect()
}
