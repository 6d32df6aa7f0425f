import { isShut, useAutoLock } from '#src/stores/auto-lock.ts'
import { useIsLoggedIn, useUser } from '#src/actors/use-session.ts'
import { useIsDesktop } from '#src/lib/use-media.ts'
import { useHashPath, useHashSearch } from '#src/lib/hash-location.ts'
import { ServicesContext, type Services } from '#src/actors/services.tsx'
import { useCalls } from '#src/stores/calls.ts'
import { closeMenu, useMenu } from '#src/stores/menu.ts'
import { useSettings } from '#src/stores/settings.ts'
import { Box, Press } from '#src/ui/box.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { Sheet } from '#src/ui/sheet.tsx'
import type { i18n as I18n } from 'i18next'
import { lazy, Suspense, useCallback, useSyncExternalStore, type ReactNode } from 'react'
import { I18nextProvider, useTranslation } from 'react-i18next'
import { Router, useLocation } from 'wouter'
import type { SnapshotFrom } from 'xstate'
import styles from './app.module.css'
import { ConnectionBanner } from './connection-banner.tsx'
import { FailedPage } from './failed-page.tsx'
import { useGuardedPath } from './guard.ts'
import { useLanguage, useRiseColour, useTheme } from './language.ts'
import { Outlet } from './outlet.tsx'
import { PageBoundary } from './page-boundary.tsx'
import { routeOf } from './routes.ts'
import { StartPage } from './start-page.tsx'
import { TabBar } from './tab-bar.tsx'
import { ToastLayer } from './toast-layer.tsx'
import { useLoading } from '#src/stores/loading.ts'
import loadingOverlay from './loading-overlay.module.css'

/** The app: providers, language, routing, and the frame around every page. */
export function App({ services, i18n }: { readonly services: Services; readonly i18n: I18n }) {
  return (
    <I18nextProvider i18n={i18n}>
      <ServicesContext value={services}>
        <Router hook={useHashPath} searchHook={useHashSearch}>
          <Frame services={services} i18n={i18n} />
        </Router>
      </ServicesContext>
    </I18nextProvider>
  )
}

const DeadManKeeper = lazy(async () => ({ default: (await import('./dead-man-keeper.tsx')).DeadManKeeper }))
const CallLayer = lazy(async () => ({ default: (await import('#src/features/chat/calls/call-layer.tsx')).CallLayer }))
const SideMenu = lazy(async () => ({ default: (await import('./side-menu.tsx')).SideMenu }))
const AutoLock = lazy(async () => ({ default: (await import('./lock/lock-screen.tsx')).AutoLock }))

const starts = ['loading', 'ready', 'failed', 'tooOld'] as const
type Start = (typeof starts)[number]
const startOf = (snapshot: SnapshotFrom<Services['startup']>): Start =>
  starts.find((start) => snapshot.matches(start)) ?? 'loading'

/** The progress of the start, read without a library: this is in the entry chunk. */
const useStart = ({ startup }: Services): Start =>
  useSyncExternalStore(
    useCallback(
      (hear) => {
        const subscription = startup.subscribe(hear)
        return () => subscription.unsubscribe()
      },
      [startup],
    ),
    () => startOf(startup.getSnapshot()),
  )

/**
 * Tabs at the bottom and the menu in a sheet on phones; on desktops both are a narrow rail at the side, which opens.
 */
const tabOf = (path: string) => routeOf(path)?.tab ?? null
type DockProps = { readonly isDesk: boolean; readonly tab: ReturnType<typeof tabOf> }
/** The tabs, and on a desk the menu beside them. */
function Dock({ isDesk, tab }: DockProps) {
  const { t } = useTranslation('shell')
  const { wideMenu, set } = useSettings()
  return (
    <aside className={styles.dock} aria-label={t('menu.title')} data-open={wideMenu}>
      {isDesk && (
        <button
          type="button"
          className={styles.toggle}
          aria-label={t('menu.title')}
          aria-expanded={wideMenu}
          onClick={() => set({ wideMenu: !wideMenu })}
        >
          <Icon name="menu" />
        </button>
      )}
      <TabBar tab={tab} />
      {isDesk && <Menu />}
    </aside>
  )
}
/** Loaded when it is shown: most visits on a phone never open it. */
const Menu = () => (
  <Late>
    <SideMenu onGo={closeMenu} />
  </Late>
)
/** What is loaded when it is needed, and without which the page goes on. */
const Late = ({ children }: { readonly children: ReactNode }) => (
  <PageBoundary instead={() => null}>
    <Suspense fallback={null}>{children}</Suspense>
  </PageBoundary>
)

function Calls({ isCovered }: { readonly isCovered: boolean }) {
  const isOn = useCalls((calls) => calls.isOn)
  return (
    isOn && (
      <Late>
        <CallLayer isCovered={isCovered} />
      </Late>
    )
  )
}

function Frame({ services, i18n }: { readonly services: Services; readonly i18n: I18n }) {
  useLanguage(i18n)
  useRiseColour()
  useTheme()
  const { t } = useTranslation('shell')
  const [path] = useLocation()
  const { session } = services
  const shownPath = useGuardedPath(
    path,
    useCallback(() => session.send({ type: 'login.shown' }), [session]),
  )
  const isDesk = useIsDesktop()
  const isMenuOpen = useMenu((menu) => menu.isOpen)
  const keepsDeadMan = useSettings((settings) => settings.keepsDeadMan)
  const start = useStart(services)
  const tab = tabOf(path)
  const doesLock = useAutoLock(({ minutes }) => minutes > 0)
  const isPrivate = useIsLoggedIn()
  const keeps = useUser()?.id === keepsDeadMan
  const isCovered = useAutoLock(isShut) && isPrivate
  return (
    <>
      <Box lay="column" className={styles.app} inert={isCovered}>
        <Press
          blockPad={2}
          sidePad={4}
          round={2}
          className={styles.skip}
          onClick={() => document.getElementById('page')?.focus()}
        >
          {t('skip')}
        </Press>
        <Dock isDesk={isDesk} tab={tab} />
        <Box lay="column" grows className={styles.stage}>
          <ConnectionBanner />
          {start === 'ready' || start === 'loading' ? (
            <Outlet path={start === 'ready' ? shownPath : null} />
          ) : (
            <StartPage
              why={start === 'failed' ? 'start' : 'tooOld'}
              again={() => services.startup.send({ type: 'retry' })}
            />
          )}
        </Box>
        {!isDesk && (
          <Sheet side="start" title={t('menu.title')} isOpen={isMenuOpen} onClose={closeMenu}>
            <Menu />
          </Sheet>
        )}
        <ToastLayer />
        <LoadingOverlay />
      </Box>
      {keeps && (
        <Late>
          <DeadManKeeper />
        </Late>
      )}
      <Calls isCovered={isCovered} />
      {doesLock && (
        <PageBoundary instead={(again) => isCovered && <FailedPage failure="chunk" again={again} />}>
          <Suspense fallback={null}>
            <AutoLock />
          </Suspense>
        </PageBoundary>
      )}
    </>
  )
}

/** Shown while a blocking call takes longer than one second, for at most ten seconds; the store measures. */
function LoadingOverlay() {
  const { t } = useTranslation('shell')
  const isShown = useLoading((loading) => loading.isShown)
  return (
    <div role="status" className={loadingOverlay.layer} data-shown={isShown}>
      {isShown && (
        <Box as="span" lay="column" gap={3} align="center" ground="bar" round={3} className={loadingOverlay.box}>
          <span className={loadingOverlay.ring} aria-hidden="true" />
          {t('wait')}
        </Box>
      )}
    </div>
  )
}
