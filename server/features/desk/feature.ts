import { deskSpec } from '#contract/desk/desk.ts'
import { feature } from '#server/core/feature.ts'
import { guardWatched } from './approvals.ts'
import { deskSettings, type DeskContext } from './context.ts'
import { demoReviews } from './demo.ts'
import { deskHandlers } from './handlers.ts'
import { createDeskTables } from './rows.ts'
import { applySettings, createDeskState } from './settings.ts'

export const deskFeature = feature<DeskContext>()({
  name: 'desk',
  uses: [
    'account',
    'kyc',
    'assets',
    'news',
    'market',
    'option',
    'spot',
    'bank',
    'deposit',
    'withdraw',
    'earnings',
    'launch',
    'otc',
    'chat',
    'finance',
    'follow',
    'mining',
    'recovery',
    'promotion',
  ],
  spec: deskSpec,
  handlers: deskHandlers,
  tables: createDeskTables,
  settings: deskSettings,
  state: createDeskState,
  seed: (ctx) => {
    applySettings(ctx)
    guardWatched(ctx)
  },
  deadlines: demoReviews,
})
