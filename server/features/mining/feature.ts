import { miningSpec } from '#contract/mining/mining.ts'
import { on } from '#server/core/deadlines.ts'
import { feature } from '#server/core/feature.ts'
import { auditMining } from './audit.ts'
import { miningSettings, type MiningContext } from './context.ts'
import { miningHandlers } from './handlers.ts'
import { pledgeAccrual, pledgeDay } from './pledges.ts'
import { createMiningTables } from './rows.ts'
import { seedMining } from './seed.ts'
import {
  callNext,
  endSeat,
  lapseReservation,
  machineAccrual,
  machineDay,
  machineOpen,
  reservationLapse,
  seatEnd,
} from './settle.ts'

export const miningFeature = feature<MiningContext>()({
  name: 'mining',
  uses: ['market', 'earnings', 'assets'],
  spec: miningSpec,
  handlers: miningHandlers,
  tables: createMiningTables,
  settings: miningSettings,
  deadlines: [
    on(machineOpen, callNext),
    on(machineDay, machineAccrual.run),
    on(seatEnd, endSeat),
    on(reservationLapse, lapseReservation),
    on(pledgeDay, pledgeAccrual.run),
  ],
  seed: seedMining,
  audit: auditMining,
})
