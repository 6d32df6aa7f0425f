/** One release of the client: its version, and the files without which no page opens, below the scope. */
export type Shell = {
  readonly version: string
  readonly files: readonly string[]
  /** What members open next: the code of those pages, and their texts by language. */
  readonly later: { readonly pages: readonly string[]; readonly texts: Readonly<Record<string, readonly string[]>> }
}
type Ports = {
  readonly caches: CacheStorage
  readonly fetch: (request: Request) => Promise<Response>
  /** The address below which the app lies, with a slash at its end. */
  readonly scope: string
  readonly after: (ms: number) => Promise<unknown>
}

const prefix = 'kontor-'
/** A message of the page: what a member opens next may be fetched; after the colon the language. */
export const laterWord = 'later:'
/** A page that has not come by then is taken from the cache: without a line a browser may wait much longer. */
export const patienceMs = 5000
/** Pictures that pages show, kept when they have been seen. */
const pictures = /^(?:coins|icons|machines|plans|posters)\/[\w./-]+$/

/**
 * What the service worker does: the app opens without a network, from the files of the release that was installed last.
 * While there is a network the page always comes from the server, so that nobody trades with an older release than the
 * server offers. Calls are never touched: what is not a file of the app passes by.
 */
export function createWorker({ caches, fetch, scope, after }: Ports, { version, files, later }: Shell) {
  const name = `${prefix}${version}`
  const pageOf = () => new Request(scope)
  const own = new Set(files)
  const placeOf = ({ url, method }: Request) =>
    method === 'GET' && url.startsWith(scope) ? (url.slice(scope.length).split(/[?#]/)[0] ?? '') : null

  const keep = async (request: Request, answer: Response) => {
    if (answer.status === 200) await (await caches.open(name)).put(request, answer.clone())
    return answer
  }
  /** The newest page; without a network the one of this release. */
  const page = async (request: Request) => {
    const coming = fetch(request)
    coming.catch(() => {})
    const kept = await (await caches.open(name)).match(pageOf())
    if (kept === undefined) return coming
    // A proxy before a server that is away answers for it.
    const newest = coming.then(
      (answer) => (answer.status >= 500 ? kept : answer),
      () => kept,
    )
    return Promise.race([newest, after(patienceMs).then(() => kept)])
  }
  /** A file whose name tells its content: kept once, it never has to be asked for again. */
  const asset = async (request: Request) => (await caches.match(request)) ?? keep(request, await fetch(request))
  const file = async (request: Request) => {
    try {
      return await keep(request, await fetch(request))
    } catch (thrown) {
      const kept = await caches.match(request)
      if (kept === undefined) throw thrown
      return kept
    }
  }

  const keepAll = async (urls: readonly string[]) => {
    const cache = await caches.open(name)
    for (const url of urls) {
      const request = new Request(url)
      if (placeOf(request)?.startsWith('assets/') === true && (await caches.match(request)) === undefined)
        await cache.add(request).catch(() => {})
    }
  }

  return {
    install: async () => {
      const cache = await caches.open(name)
      // The page itself is asked for anew, or an older one could be kept with newer files.
      await cache.addAll([new Request(scope, { cache: 'reload' }), ...files.map((each) => new Request(scope + each))])
    },
    /** Keeps the release before this one as well: a page of it may still be open, and load more of its files. */
    activate: async () => {
      const others = (await caches.keys()).filter((each) => each.startsWith(prefix) && each !== name)
      await Promise.all(others.slice(0, -1).map((each) => caches.delete(each)))
    },
    /** Keeps the files that a page has loaded, so that it opens without a network in its language. */
    keepLoaded: keepAll,
    /**
     * Fetches what a member opens next, in their language, so that it opens without a network although it was never
     * opened with one.
     */
    keepLater: (lang: string) => keepAll([...later.pages, ...(later.texts[lang] ?? [])].map((each) => scope + each)),
    /** The answer to a request, or null if it is none of the app's files. */
    answer: (request: Request): Promise<Response> | null => {
      const place = placeOf(request)
      if (place === null) return null
      if (request.mode === 'navigate') return place === '' || place === 'index.html' ? page(request) : null
      if (place.startsWith('assets/')) return asset(request)
      return own.has(place) || pictures.test(place) ? file(request) : null
    },
  }
}
