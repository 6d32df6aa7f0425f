import type { Services } from '#src/actors/services.tsx'
import { belowBase } from '#src/lib/below-base.ts'
import { useSession } from '#src/stores/session.ts'
import { useSettings } from '#src/stores/settings.ts'
import { createRoot } from 'react-dom/client'
import { I18nextProvider } from 'react-i18next'
import { filter, interval, timer } from 'rxjs'
import { createI18n } from './i18n.ts'
import { keepPrices } from './offline/last-prices.ts'
import { followWorker } from './worker/follow.ts'
import { UpdateOffer } from './worker/update-offer.tsx'

/** After the first page has come: nothing here may compete with it. */
const afterMs = 8000
const everyMs = 15 * 60_000

/** The page may load scripts from the app alone; the worker's address is the one that may become a script. */
const workerUrl = () => {
  const url = belowBase('/sw.js')
  const types: unknown = Reflect.get(globalThis, 'trustedTypes')
  // A browser without trusted types takes the text.
  return types === undefined
    ? url
    : Object(types)
        .createPolicy('worker', { createScriptURL: () => url })
        .createScriptURL('')
}

const showOffer = async (accept: () => void) => {
  const i18n = await createI18n(useSettings.getState().lang)
  await i18n.loadNamespaces('installed')
  const place = document.body.appendChild(document.createElement('div'))
  createRoot(place).render(
    <I18nextProvider i18n={i18n}>
      <UpdateOffer onAccept={accept} />
    </I18nextProvider>,
  )
}

/** Whether the person has asked their browser to load no more than it must. */
const isSaving = () => 'connection' in navigator && Object(navigator.connection).saveData === true
const laterLang = () =>
  useSession.getState().phase === 'in' && navigator.onLine && !isSaving() ? useSettings.getState().lang : null

/** Runs `work` each time that somebody is in: now, and after each login. */
const whenIn = (work: () => void) => {
  let isIn = false
  const look = () => {
    const was = isIn
    isIn = useSession.getState().phase === 'in'
    if (isIn && !was) work()
  }
  look()
  return useSession.subscribe(look)
}

/**
 * What makes the app one that can be installed: its worker, the offer of a new version, and the last prices for when
 * there is no network.
 */
export const startInstalled = ({ feeds }: Services) => {
  keepPrices(feeds.tickers$)
  timer(afterMs).subscribe(() =>
    whenIn(() => {
      import('./offline/kept-list.ts').then(
        ({ keepChatList }) => keepChatList(feeds.chats$),
        () => null,
      )
    }),
  )
  if (!('serviceWorker' in navigator)) return
  const { serviceWorker } = navigator
  timer(afterMs).subscribe(() => {
    const following = followWorker({
      container: {
        get controller() {
          return serviceWorker.controller
        },
        addEventListener: serviceWorker.addEventListener.bind(serviceWorker),
        register: () => serviceWorker.register(workerUrl(), { scope: belowBase('/'), updateViaCache: 'none' }),
      },
      offer: (accept) => void showOffer(accept),
      reload: () => location.reload(),
      loaded: () =>
        performance
          .getEntriesByType('resource')
          .map(({ name }) => name)
          .filter((name) => name.startsWith(location.origin)),
      later: laterLang,
      often: (work) =>
        interval(everyMs)
          .pipe(filter(() => document.visibilityState === 'visible'))
          .subscribe(work),
    })
    // Without the worker the app is the same, but for its start without a network; the browser tells developers why.
    following.then(
      (keep) => whenIn(keep),
      () => null,
    )
  })
}
