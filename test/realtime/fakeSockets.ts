import type { ServerKey } from "@fleet/domain/Caller"
import { OrgId, type RobotId } from "@fleet/domain/Ids"
import type { Upgraded } from "@fleet/server/platform/http/Upgrades"
import type { WebSocketEvents } from "@fleet/server/platform/websocket/WebSocketConnection"
import type { Counters } from "@fleet/server/platform/telemetry/Counters"
import { WriteScheduler } from "@fleet/server/realtime/SocketWriter"
import { ClientSocket, type SessionEvents } from "@fleet/server/realtime/ClientSocket"
import { DateTime } from "effect"
import { randomUUID } from "node:crypto"
import { SlowSink } from "./socketWriterWorld.ts"

/** What a session does with its connection, noted. */
class FakeConnection {
  readonly isPaused = false
  readonly stream = new SlowSink()
  closedWith: ReadonlyArray<unknown> | null = null
  events!: WebSocketEvents
  close(...why: ReadonlyArray<unknown>): void {
    this.closedWith ??= why
    this.stream.isOpen = false
  }
  ping(): void {}
  /** The peer goes. */
  leave(): void {
    this.events.onClosed()
  }
}

/** What a host is given of a peer that is not there, and what it does with it. */
export const aPeer = (ip = "203.0.113.1") => {
  const connection = new FakeConnection()
  return {
    connection,
    opened: { connection, ip } as unknown as Upgraded,
    says: (frame: object) => connection.events.onText(JSON.stringify(frame))
  }
}

const scheduler = new WriteScheduler()

/** A session whose peer is not there. `leave` is the peer's going; `said` are the texts of the frames written to it. */
export const aSession = (counters: Counters["Service"], events: Partial<SessionEvents> = {}, ip?: string) => {
  const { connection, opened } = aPeer(ip)
  const nothing = () => undefined
  const session = new ClientSocket(
    opened,
    scheduler,
    { now: () => 0, handle: nothing, onExpired: nothing, onClose: nothing, ...events },
    counters
  )
  return {
    session,
    connection,
    leave: () => connection.leave(),
    said: () => {
      session.writer.flush()
      return Buffer.concat(connection.stream.writes).toString()
    }
  }
}

/** A backend of an org of its own. */
export const aKey = (orgId = OrgId.make(randomUUID())): ServerKey =>
  ({
    kind: "server_key",
    id: randomUUID(),
    orgId,
    appId: randomUUID(),
    name: "Key",
    accessVersion: 0
  }) as unknown as ServerKey

/** A robot as it is reached. */
export const reached = (id: RobotId) => ({
  id,
  orgId: OrgId.make("00000000-0000-4000-8000-000000000001"),
  name: "Rover",
  createdAt: DateTime.makeUnsafe(0)
})
