import { followWorker, type Container } from '#src/app/worker/follow.ts'
import { createWorker } from '#src/app/worker/serve.ts'
import { expect, test } from 'vitest'

const scope = 'https://kontor.test/app/'
const later = {
  pages: ['assets/chats-5.js', 'assets/main-1.js'],
  texts: { hk: ['assets/chat-6.js'], en: ['assets/chat-7.js'] },
}
const shell = { version: 'two', files: ['assets/main-1.js', 'theme.js'], later }
const navigate = (path: string) => Object.defineProperty(new Request(scope + path), 'mode', { value: 'navigate' })
const textOf = async (answer: Promise<Response> | null) => (answer === null ? null : (await answer).text())

/** Cache storage in memory, and a network that can be cut, delayed or broken. */
function world(caches = new Map<string, Map<string, Response>>()) {
  const asked: string[] = []
  let network: (url: string) => Promise<Response> = (url) =>
    Promise.resolve(new Response(`new ${url.slice(scope.length)}`))
  let patience: () => void = () => {}
  const fetch = (request: Request) => {
    asked.push(request.url.slice(scope.length))
    return network(request.url)
  }
  const cacheOf = (name: string) => {
    const entries = caches.get(name) ?? new Map<string, Response>()
    caches.set(name, entries)
    const put = async (request: Request, answer: Response) => void entries.set(request.url, answer)
    const add = async (request: Request) => put(request, await fetch(request))
    return {
      put,
      add,
      addAll: (requests: Request[]) => Promise.all(requests.map(add)),
      match: async ({ url }: Request) => entries.get(url)?.clone(),
    }
  }
  const storage: CacheStorage = Object.assign(Object.create(null), {
    open: async (name: string) => cacheOf(name),
    keys: async () => [...caches.keys()],
    delete: async (name: string) => caches.delete(name),
    match: async ({ url }: Request) => [...caches.values()].flatMap((entries) => entries.get(url) ?? [])[0]?.clone(),
  })
  const worker = createWorker(
    { caches: storage, fetch, scope, after: () => new Promise((resolve) => (patience = () => resolve(null))) },
    shell,
  )
  return {
    worker,
    caches,
    asked,
    cut: () => (network = () => Promise.reject(new TypeError('no network'))),
    hang: () => (network = () => new Promise(() => {})),
    answer: (status: number) => (network = () => Promise.resolve(new Response('proxy', { status }))),
    losePatience: () => patience(),
  }
}

test('PWA-1 calls, sockets, documents and other origins pass the worker by; nothing of them is kept', async () => {
  const { worker, caches } = world()
  await worker.install()
  const before = [...(caches.get('kontor-two')?.keys() ?? [])]
  const passed = ['api/coin/list', 'chat/imUser/info', 'ws', 'docs', 'openapi.json', 'fileServer/upload/a.png'].map(
    (path) => worker.answer(new Request(scope + path)),
  )
  const elsewhere = [
    new Request('https://other.test/app/theme.js'),
    new Request('https://kontor.test/theme.js'),
    new Request(`${scope}theme.js`, { method: 'POST' }),
  ].map((request) => worker.answer(request))
  expect([...passed, ...elsewhere, worker.answer(navigate('docs'))]).toEqual(Array.from({ length: 10 }, () => null))
  expect([...(caches.get('kontor-two')?.keys() ?? [])]).toEqual(before)
})

test('PWA-2 with a network the page is the newest; without one, behind a broken proxy or after five seconds it is the installed release', async () => {
  const { worker, cut, hang, answer, losePatience } = world()
  await worker.install()
  answer(200)
  expect(await textOf(worker.answer(navigate('')))).toBe('proxy')
  answer(502)
  expect(await textOf(worker.answer(navigate('index.html')))).toBe('new ')
  cut()
  expect(await textOf(worker.answer(navigate('')))).toBe('new ')
  hang()
  const late = textOf(worker.answer(navigate('')))
  await Promise.resolve()
  await expect
    .poll(() => {
      losePatience()
      return Promise.race([late, Promise.resolve('waiting')])
    })
    .toBe('new ')
})

test('PWA-3 files with a hash are asked for once; what a page has loaded is kept with them, and opens without a network', async () => {
  const { worker, asked, cut } = world()
  await worker.install()
  asked.length = 0
  expect(await textOf(worker.answer(new Request(`${scope}assets/main-1.js`)))).toBe('new assets/main-1.js')
  await worker.keepLoaded([
    `${scope}assets/hk-2.js`,
    `${scope}assets/hk-2.js`,
    `${scope}api/config/setting`,
    'https://other.test/assets/x.js',
  ])
  await textOf(worker.answer(new Request(`${scope}assets/page-3.js`)))
  expect(asked).toEqual(['assets/hk-2.js', 'assets/page-3.js'])
  cut()
  const names = ['assets/hk-2.js', 'assets/page-3.js', 'theme.js']
  expect(await Promise.all(names.map((name) => textOf(worker.answer(new Request(scope + name)))))).toEqual(
    names.map((name) => `new ${name}`),
  )
  await expect(worker.answer(new Request(`${scope}assets/never-4.js`))).rejects.toThrow('no network')
})

test('PWA-7 what a member opens next is fetched once, in their language alone, and opens without a network; what fails is left to the page', async () => {
  const { worker, asked, cut, answer } = world()
  await worker.install()
  asked.length = 0
  await worker.keepLater('hk')
  await worker.keepLater('hk')
  expect(asked).toEqual(['assets/chats-5.js', 'assets/chat-6.js'])
  cut()
  expect(await textOf(worker.answer(new Request(`${scope}assets/chats-5.js`)))).toBe('new assets/chats-5.js')
  await worker.keepLater('en')
  answer(200)
  expect(await textOf(worker.answer(new Request(`${scope}assets/chat-7.js`)))).toBe('proxy')
})

test('PWA-3 a faulty answer is not kept', async () => {
  const { worker, answer, cut } = world()
  answer(503)
  await textOf(worker.answer(new Request(`${scope}assets/page-3.js`)))
  cut()
  await expect(worker.answer(new Request(`${scope}assets/page-3.js`))).rejects.toThrow('no network')
})

test('PWA-4 a new release keeps the files of the one before, whose pages may be open, and drops those before it', async () => {
  const others = ['kontor-older', 'kontor-one', 'foreign']
  const { worker, caches } = world(new Map(others.map((name) => [name, new Map()])))
  await worker.install()
  await worker.activate()
  expect([...caches.keys()]).toEqual(['kontor-one', 'foreign', 'kontor-two'])
})

/** A page with a worker that controls it, and a new one that may come. */
async function page({
  hasController = true,
  isWaiting = false,
  lang = null,
}: {
  hasController?: boolean
  isWaiting?: boolean
  lang?: string | null
} = {}) {
  const posted: unknown[] = []
  const workerOf = (state: ServiceWorkerState): ServiceWorker =>
    Object.assign(new EventTarget(), {
      state,
      scriptURL: '',
      onstatechange: null,
      onerror: null,
      postMessage: (said: unknown) => void posted.push(said),
    })
  const registration = Object.assign(new EventTarget(), {
    waiting: isWaiting ? workerOf('installed') : null,
    installing: workerOf('installing'),
    active: null,
    update: async () => {},
  })
  const events = new EventTarget()
  const container: Container = Object.assign(Object.create(null), {
    controller: hasController ? workerOf('activated') : null,
    addEventListener: events.addEventListener.bind(events),
    register: async () => registration,
  })
  const offers: (() => void)[] = []
  let reloads = 0
  let often = () => {}
  let member = lang
  const keep = await followWorker({
    container,
    later: () => member,
    offer: (accept) => offers.push(accept),
    reload: () => (reloads += 1),
    loaded: () => ['a.js'],
    often: (work) => (often = work),
  })
  return {
    posted,
    offers,
    container,
    enter: (as: string) => {
      member = as
      keep()
    },
    installFirst: () => Object.assign(registration, { active: workerOf('activated') }),
    reloads: () => reloads,
    often: () => often(),
    /** A new version has been installed beside the old one. */
    install: () => {
      registration.dispatchEvent(new Event('updatefound'))
      registration.waiting = registration.installing
      registration.installing.dispatchEvent(new Event('statechange'))
    },
    takeOver: () => events.dispatchEvent(new Event('controllerchange')),
  }
}

test('PWA-5 a new version is offered once and never loaded by itself: not when it comes, not when another tab takes it', async () => {
  const { install, offers, reloads, takeOver, often, posted } = await page()
  install()
  install()
  often()
  takeOver()
  expect([offers.length, reloads()]).toEqual([1, 0])
  expect(posted).not.toContain('update')
})
test('PWA-5 accepted, the new version takes over, and this tab alone is loaded again, once', async () => {
  const { offers, reloads, takeOver, posted } = await page({ isWaiting: true })
  offers[0]?.()
  expect([posted.includes('update'), reloads()]).toEqual([true, 0])
  takeOver()
  takeOver()
  expect(reloads()).toBe(1)
})
test('PWA-5 the first visit offers nothing: what has been installed is what is shown', async () => {
  const { install, offers, takeOver, reloads } = await page({ hasController: false })
  install()
  takeOver()
  expect([offers, reloads()]).toEqual([[], 0])
})
test('PWA-7 the worker is told of a member when one is in, in a first visit as well, and of nobody else', async () => {
  const { posted, enter, installFirst, takeOver } = await page({ hasController: false })
  takeOver()
  expect(posted).toEqual([])
  installFirst()
  takeOver()
  expect(posted).toEqual([['a.js']])
  enter('hk')
  expect(posted).toEqual([['a.js'], ['a.js'], 'later:hk'])
})
