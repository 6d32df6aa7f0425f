import { appVersion } from '#contract/wire/limits.ts'
import { platform, setting } from '#contract/platform/platform.ts'
import { startupMachine, type Loaded } from '#machines/platform/startup.ts'
import type { Request } from '#src/api/request.ts'
import { setConfig } from '#src/stores/config.ts'
import { toast } from '#src/stores/toasts.ts'
import { fromPromise } from 'xstate'

/** The endpoint can also return a single setting; the app only uses the complete object. */
const wholeSettings = { ...platform.settings, output: setting }

const load = async (request: Request): Promise<Loaded | null> => {
  const settings = await request.read(wholeSettings, {})
  return settings.ok ? { setting: settings.value, verification: settings.value.verification === '1' } : null
}

/** Connects the startup machine to its calls and to the configuration store. */
export const startupLogic = (request: Request) =>
  startupMachine.provide({
    actors: { load: fromPromise<Loaded | null>(() => load(request)) },
    actions: {
      publishLoaded: (_, { loaded }) => {
        if (loaded === null) return
        setConfig(loaded)
        void import('./brand.ts').then(
          ({ readBrand }) => readBrand(request),
          () => {},
        )
        // The page is from a cache or was open for long: it still works, so a toast is enough.
        if (loaded.setting.version_code > appVersion.code) toast('shell:newer')
      },
    },
  })
