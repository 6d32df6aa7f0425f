export const themes = ['system', 'dark', 'light'] as const
export type Theme = (typeof themes)[number]

const schemes: Readonly<Record<Theme, string>> = { system: 'light dark', dark: 'dark', light: 'light' }

export const isTheme = (raw: unknown): raw is Theme => themes.some((theme) => theme === raw)

/**
 * The document takes on a theme: its tokens, the browser's own controls, and the bar around the page.
 * `public/boot.js` does the same before the first paint.
 */
export const applyTheme = (theme: Theme) => {
  document.documentElement.dataset['theme'] = theme
  document.querySelector('meta[name="color-scheme"]')?.setAttribute('content', schemes[theme])
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const of = meta.dataset['theme']
    meta.media = theme === 'system' ? `(prefers-color-scheme: ${of})` : theme === of ? 'all' : 'not all'
  }
}

export const textSizes = ['normal', 'large', 'largest'] as const
export type TextSize = (typeof textSizes)[number]
export const isTextSize = (raw: unknown): raw is TextSize => textSizes.some((size) => size === raw)

/**
 * The document takes on a text size, on top of the one that the browser is set to. `public/boot.js` does the same
 * before the first paint.
 */
export const applyTextSize = (size: TextSize) => {
  document.documentElement.dataset['text'] = size
}

/** Calls back when another theme or other colours of rise and fall hold. Returns how to stop. */
export const onTheme = (hear: () => void) => {
  const system = matchMedia('(prefers-color-scheme: light)')
  const observer = new MutationObserver(hear)
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-rise', 'data-theme'] })
  system.addEventListener('change', hear)
  return () => {
    observer.disconnect()
    system.removeEventListener('change', hear)
  }
}

/**
 * Makes something from what colour tokens are worth at this moment, for a canvas: it knows neither custom properties
 * nor `light-dark()`.
 */
export const withColors = <T>(make: (colorOf: (name: string) => string) => T): T => {
  const probe = document.createElement('span')
  probe.hidden = true
  document.body.append(probe)
  const made = make((name) => {
    probe.style.color = `var(--${name})`
    return getComputedStyle(probe).color
  })
  probe.remove()
  return made
}

/** The font of the page, for a canvas. */
export const fontNow = () => getComputedStyle(document.documentElement).getPropertyValue('--font').trim()
