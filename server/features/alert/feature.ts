import { alertSpec } from '#contract/alert/alert.ts'
import { feature } from '#server/core/feature.ts'
import type { AlertContext, AlertState } from './context.ts'
import { watchPrices } from './fire.ts'
import { alertHandlers } from './handlers.ts'
import { alertNotifications } from './notifications.ts'
import { createAlertTables } from './rows.ts'
import { createWatch } from './watch.ts'

export const alertFeature = feature<AlertContext>()({
  name: 'alert',
  uses: ['market'],
  spec: alertSpec,
  handlers: alertHandlers,
  tables: createAlertTables,
  state: ({ tables }): AlertState => ({ alertWatch: createWatch((pair) => tables.alerts.group('pair', pair)) }),
  step: { afterPrices: watchPrices },
  notifications: alertNotifications,
})
