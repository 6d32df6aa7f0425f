/** What is used of a window of the app. */
export type AppWindow = {
  readonly url: string
  readonly isSeen: boolean
  readonly focus: () => Promise<unknown>
  readonly navigate: (url: string) => Promise<unknown>
}
export type Shown = {
  readonly body: string
  readonly tag: string
  readonly icon: string
  readonly timestamp: number
  readonly renotify: true
  readonly data: { readonly path: string }
}
type Ports = {
  /** The address below which the app lies, with a slash at its end. */
  readonly scope: string
  readonly show: (title: string, options: Shown) => Promise<unknown>
  readonly windows: () => Promise<readonly AppWindow[]>
  readonly open: (url: string) => Promise<unknown>
  readonly badge: (count: number) => Promise<unknown>
  /** What has been shown, kept longer than a worker lives. */
  readonly kept: {
    readonly read: () => Promise<readonly string[]>
    readonly write: (ids: readonly string[]) => Promise<unknown>
  }
  /** The browser takes the right away from an app that shows nothing, also while it is looked at. */
  readonly mustShow: boolean
}

const maxKept = 100
/** The list of notifications, for a path that is none of the app. */
const listPath = '/pages/notification/index'
const pathForm = /^\/pages\/[\w/-]{1,100}(?:\?[\w=&%.+-]{1,200})?$/
export const pathIn = (raw: unknown): string => (typeof raw === 'string' && pathForm.test(raw) ? raw : listPath)
const textIn = (raw: unknown) => (typeof raw === 'string' ? raw.slice(0, 300) : '')
const countIn = (raw: unknown) => (typeof raw === 'number' && Number.isSafeInteger(raw) && raw >= 0 ? raw : 0)

/**
 * What the service worker does with notifications of the venue: each is shown once, and not over the app while somebody
 * looks at it.
 */
export function createPush({ scope, show, windows, open, badge, kept, mustShow }: Ports) {
  const take = async (raw: unknown) => {
    const { user, n, title, body, path, tag, unread, at } = Object(raw)
    const id = `${countIn(user)}.${countIn(n)}`
    if (textIn(title) === '' || countIn(n) === 0) return
    const before = await kept.read()
    const isKnown = before.includes(id)
    if (!isKnown) {
      await kept.write([...before, id].slice(-maxKept))
      // The number on the icon is a help: a browser without it shows the notification all the same.
      await badge(countIn(unread)).catch(() => {})
    }
    // The page that is looked at tells it by itself.
    const isTold = isKnown || (await windows()).some(({ isSeen }) => isSeen)
    if (isTold && !mustShow) return
    await show(textIn(title), {
      body: textIn(body),
      tag: textIn(tag) || id,
      icon: `${scope}icons/icon-192.png`,
      timestamp: countIn(at),
      renotify: true,
      data: { path: pathIn(path) },
    })
  }
  /** One after the other: two at once would not know of each other. */
  let last: Promise<unknown> = Promise.resolve()
  return {
    push: (raw: unknown): Promise<unknown> => {
      last = last.then(() => take(raw)).catch(() => {})
      return last
    },
    /** Brings the person to what it was about: in a window that is there already, if there is one. */
    click: async (data: unknown): Promise<unknown> => {
      const url = `${scope}#${pathIn(Object(data).path)}`
      const all = await windows()
      const found = all.find((each) => each.url === url) ?? all.find(({ isSeen }) => isSeen) ?? all[0]
      if (found === undefined) return open(url)
      try {
        // A browser may let no page come to the front; the page is right all the same.
        await found.focus().catch(() => {})
        return found.url === url ? found : await found.navigate(url)
      } catch {
        // A window that this worker does not control cannot be led anywhere.
        return open(url)
      }
    },
  }
}
