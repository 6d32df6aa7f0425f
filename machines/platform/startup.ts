import { appVersion } from '#contract/wire/limits.ts'
import type { Setting } from '#contract/platform/platform.ts'
import { assign, fromPromise, setup } from 'xstate'
import { absent } from '#machines/kit/absent.ts'

/** What the app needs before it can be used. */
export type Loaded = {
  readonly setting: Setting
  readonly verification: boolean
}

const maxRetryMs = 30_000

/** Loads the product's settings. Until they are here the app waits or shows the failure; it has no defaults. */
export const startupMachine = setup({
  types: {
    context: {} as { loaded: Loaded | null; failures: number },
    events: {} as { type: 'retry' } | { type: 'app.tooOld' } | { type: 'settings.changed' },
  },
  actors: { load: fromPromise<Loaded | null>(absent('load')) },
  guards: {
    isMissing: (_, { loaded }: { loaded: Loaded | null }) => loaded === null,
    isTooOld: (_, { loaded }: { loaded: Loaded | null }) => (loaded?.setting.min_version_code ?? 0) > appVersion.code,
  },
  actions: {
    storeLoaded: assign((_, { loaded }: { loaded: Loaded | null }) => ({ loaded, failures: 0 })),
    countFailure: assign(({ context }) => ({ failures: context.failures + 1 })),
    publishLoaded: (_args, _params: { loaded: Loaded | null }) => {},
  },
  delays: { beforeRetry: ({ context }) => Math.min(1000 * 2 ** (context.failures - 1), maxRetryMs) },
}).createMachine({
  id: 'startup',
  context: { loaded: null, failures: 0 },
  initial: 'loading',
  on: { 'app.tooOld': '.tooOld' },
  states: {
    loading: {
      invoke: {
        src: 'load',
        onDone: [
          {
            guard: { type: 'isMissing', params: ({ event }) => ({ loaded: event.output }) },
            target: 'failed',
            actions: 'countFailure',
          },
          {
            guard: { type: 'isTooOld', params: ({ event }) => ({ loaded: event.output }) },
            target: 'tooOld',
          },
          {
            target: 'ready',
            actions: [
              { type: 'storeLoaded', params: ({ event }) => ({ loaded: event.output }) },
              { type: 'publishLoaded', params: ({ event }) => ({ loaded: event.output }) },
            ],
          },
        ],
        onError: { target: 'failed', actions: 'countFailure' },
      },
    },
    /** The failure page stays while loading is retried. */
    failed: {
      initial: 'waiting',
      states: {
        waiting: { on: { retry: 'asking' }, after: { beforeRetry: 'asking' } },
        asking: {
          invoke: {
            src: 'load',
            onDone: [
              {
                guard: { type: 'isMissing', params: ({ event }) => ({ loaded: event.output }) },
                target: 'waiting',
                actions: 'countFailure',
              },
              {
                guard: { type: 'isTooOld', params: ({ event }) => ({ loaded: event.output }) },
                target: '#startup.tooOld',
              },
              {
                target: '#startup.ready',
                actions: [
                  { type: 'storeLoaded', params: ({ event }) => ({ loaded: event.output }) },
                  { type: 'publishLoaded', params: ({ event }) => ({ loaded: event.output }) },
                ],
              },
            ],
            onError: { target: 'waiting', actions: 'countFailure' },
          },
        },
      },
    },
    ready: {
      on: { 'settings.changed': { target: '.renewing' } },
      initial: 'settled',
      states: {
        settled: {},
        /** The app goes on with the old settings while the new ones load. */
        renewing: {
          invoke: {
            src: 'load',
            onDone: [
              { guard: { type: 'isMissing', params: ({ event }) => ({ loaded: event.output }) }, target: 'settled' },
              {
                guard: { type: 'isTooOld', params: ({ event }) => ({ loaded: event.output }) },
                target: '#startup.tooOld',
              },
              {
                target: 'settled',
                actions: [
                  { type: 'storeLoaded', params: ({ event }) => ({ loaded: event.output }) },
                  { type: 'publishLoaded', params: ({ event }) => ({ loaded: event.output }) },
                ],
              },
            ],
            onError: 'settled',
          },
        },
      },
    },
    tooOld: { on: { retry: 'loading' } },
  },
})
