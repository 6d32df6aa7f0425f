import type { Reply } from '#contract/wire/reply.ts'
import type { Upload, UploadFolder } from '#contract/platform/platform.ts'
import type { connectionMachine } from '#machines/kit/connection.ts'
import type { sessionMachine } from '#machines/session/session.ts'
import type { startupMachine } from '#machines/platform/startup.ts'
import type { Request } from '#src/api/request.ts'
import type { IntentStore } from '#src/stores/intents.ts'
import type { Feeds } from '#streams/feeds.ts'
import type { Outbox } from './outbox.actors.ts'
import { createContext, use } from 'react'
import type { ActorRefFrom } from 'xstate'

export type SessionActor = ActorRefFrom<typeof sessionMachine>
export type ConnectionActor = ActorRefFrom<typeof connectionMachine>
export type StartupActor = ActorRefFrom<typeof startupMachine>
export type UploadFile = (
  file: File,
  folder: UploadFolder,
  onProgress: (percent: number) => void,
  signal: AbortSignal,
  key: string,
) => Promise<Reply<Upload>>

/** Everything that pages get from outside: calls, streams and actors. They get it here and nowhere else. */
export type Services = {
  readonly request: Request
  readonly feeds: Feeds
  readonly session: SessionActor
  readonly connection: ConnectionActor
  readonly startup: StartupActor
  /** The latest the server's clock can be. */
  readonly serverNow: () => number
  readonly intents: IntentStore
  readonly upload: UploadFile
  /** Chat messages on their way. */
  readonly outbox: Outbox
}

export const ServicesContext = createContext<Services | null>(null)

/** The services of the app; throws outside of it. */
export const useServices = (): Services => {
  const services = use(ServicesContext)
  if (services === null) throw new Error('No services: the component is rendered outside of the app')
  return services
}
