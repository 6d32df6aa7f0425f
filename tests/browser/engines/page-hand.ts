import type { Hand } from './hand.ts'

/** What the pages of Playwright and of Puppeteer have alike. */
type Paged = {
  readonly goto: (url: string) => Promise<unknown>
  readonly click: (selector: string) => Promise<void>
  readonly keyboard: { readonly type: (text: string) => Promise<void> }
  readonly goBack: () => Promise<unknown>
  readonly goForward: () => Promise<unknown>
  readonly reload: () => Promise<unknown>
}

/** Keeps what a page complains of. */
export const createHearing = () => {
  const heard: string[] = []
  return {
    heard: () => heard,
    error: (error: unknown) => void heard.push(`error: ${error instanceof Error ? error.message : String(error)}`),
    said: (kind: string, text: string) => {
      if (kind === 'error') heard.push(`console: ${text}`)
    },
  }
}

/** The hand of a page; the two differ in how they evaluate and in how a window gets its size. */
export const handOf = (page: Paged, own: Pick<Hand, 'evaluate' | 'size' | 'heard' | 'close'>): Hand => ({
  open: async (url) => void (await page.goto(url)),
  press: (selector) => page.click(selector),
  keys: (text) => page.keyboard.type(text),
  back: async () => void (await page.goBack()),
  forward: async () => void (await page.goForward()),
  reload: async () => void (await page.reload()),
  ...own,
})
