import type { ServerType } from '@hono/node-server'
import type { Venue } from '../venue.ts'
import type { Log } from './log.ts'
import type { Meters } from './metrics.ts'

type SocketPorts = { server: ServerType; venue: Venue; meters: Meters; origins: readonly string[]; isProxyTrusted: boolean; log: Log }

/** The socket gateway: `/ws`, subprotocol `x1.json` (wire.md 28). */
export const attachSockets = (_ports: SocketPorts) => ({ stop: async () => {} })
