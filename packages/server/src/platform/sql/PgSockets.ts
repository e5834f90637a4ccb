import { type Clock, Redacted } from "effect"
import { connect, type Socket } from "node:net"

/** Where an address leads, read as the client reads it. */
const targetOf = (address: string) => {
  const { hostname, port: given, searchParams } = new URL(address)
  const named = decodeURIComponent(hostname).replace(/^\[(.*)\]$/, "$1")
  const host = searchParams.getAll("host").at(-1) ?? (named === "" ? "localhost" : named)
  const port = Number(searchParams.getAll("port").at(-1) ?? (given === "" ? 5432 : given))
  return host.startsWith("/") ? { path: `${host}/.s.PGSQL.${port}` } : { host, port, noDelay: true }
}

/**
 * The sockets that lead to a Postgres. One whose other end vanished without a word, as in a failover, takes statements for
 * a quarter of an hour before the operating system gives it up; here they can be given up sooner.
 */
export class PgSockets {
  private readonly url: Redacted.Redacted
  private readonly clock: Clock.Clock
  private readonly dialled = new Map<Socket, number>()

  constructor(url: Redacted.Redacted, clock: Clock.Clock) {
    this.url = url
    this.clock = clock
  }

  readonly dial = (): Socket => {
    const socket = connect(targetOf(Redacted.value(this.url)))
    this.dialled.set(socket, this.clock.currentTimeMillisUnsafe())
    return socket.once("close", () => this.dialled.delete(socket))
  }

  /** Destroys those that were dialled before a time. */
  readonly destroyOlderThan = (beforeMs: number): void => {
    for (const [socket, dialledMs] of this.dialled) {
      if (dialledMs < beforeMs) socket.destroy(new Error("The database did not answer in time."))
    }
  }
}
