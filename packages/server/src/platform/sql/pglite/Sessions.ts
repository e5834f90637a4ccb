import type { PGlite } from "@electric-sql/pglite"

interface Waiting {
  readonly session: number
  readonly frames: Array<Uint8Array>
}

/** The Sync message: ends whatever half-sent request an abandoned session left behind. */
const sync = Uint8Array.of(0x53, 0, 0, 0, 4)

/**
 * PGlite is one Postgres session. Sessions of the client take it in turn: the next one begins when the one before has
 * closed and everything it left (transaction, prepared statements, settings) has been cleared.
 */
export class Sessions {
  private current: number | undefined
  private readonly queue: Array<Waiting> = []
  private readonly database: PGlite
  private readonly execute: (session: number, bytes: Uint8Array) => Promise<void>

  constructor(database: PGlite, execute: (session: number, bytes: Uint8Array) => Promise<void>) {
    this.database = database
    this.execute = execute
  }

  open(session: number): void {
    if (this.current === undefined) this.current = session
    else this.queue.push({ session, frames: [] })
  }

  async frames(session: number, bytes: Uint8Array): Promise<void> {
    if (this.current === session) return this.execute(session, bytes)
    this.queue.find((waiting) => waiting.session === session)?.frames.push(bytes)
  }

  async close(session: number): Promise<void> {
    if (this.current !== session) {
      const index = this.queue.findIndex((waiting) => waiting.session === session)
      if (index >= 0) this.queue.splice(index, 1)
      return
    }
    this.current = undefined
    await this.clear()
    const next = this.queue.shift()
    if (next === undefined) return
    this.current = next.session
    for (const bytes of next.frames) await this.execute(next.session, bytes)
  }

  private async clear(): Promise<void> {
    await this.database.execProtocolRaw(sync)
    if (this.database.isInTransaction()) await this.database.exec("ROLLBACK")
    await this.database.exec("DISCARD ALL")
  }

  /** Whether upkeep may run now: no open transaction would be disturbed by it. */
  get idle(): boolean {
    return !this.database.isInTransaction()
  }
}
