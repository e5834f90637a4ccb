import type { Generator } from "../kernel/Generator.ts"
import type { Kernel, Process } from "../kernel/Kernel.ts"
import { SimSocket } from "./SimSocket.ts"
import { type Weather, Wire } from "./Wire.ts"

/** Both ends of a connection. */
export interface Connection {
  readonly id: number
  readonly client: SimSocket
  readonly server: SimSocket
}

interface Listener {
  readonly process: Process
  readonly accept: (socket: SimSocket, connection: Connection) => void
}

/** The network between the processes of a world: connections in process, with the delays and faults that are drawn. */
export class SimNet {
  private readonly kernel: Kernel
  private readonly random: Generator
  private readonly listeners = new Map<string, Listener>()
  private count = 0
  readonly connections = new Set<Connection>()
  weather: Weather = { latency: [1, 5], splits: 0 }
  /** Sees each connection when it is dialled. */
  onDial: (connection: Connection) => void = () => undefined

  constructor(kernel: Kernel) {
    this.kernel = kernel
    this.random = kernel.random.fork("net")
  }

  listen(host: string, process: Process, accept: Listener["accept"]): void {
    this.listeners.set(host, { process, accept })
  }

  /** Answers at once with a socket that connects, or fails, a little later. */
  dial(from: Process, host: string): SimSocket {
    const id = ++this.count
    const client = new SimSocket(from, host, false)
    const listener = this.listeners.get(host)
    const to = listener?.process ?? from
    const server = new SimSocket(to, from.name, true)
    client.out = new Wire(this.kernel, this.random, client, server, this.weather)
    server.out = new Wire(this.kernel, this.random, server, client, this.weather)
    client.connecting = true
    const connection = { id, client, server }
    const [least, most] = this.weather.latency
    const atMs = this.kernel.nowMs + 2 * this.random.between(least, most)
    client.out.stalledUntilMs = atMs + 1
    this.kernel.at(from, atMs, () => {
      if (client.destroyed) return
      client.connecting = false
      if (listener === undefined || !listener.process.alive)
        return void client.destroy(Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" }))
      this.kernel.post(listener.process, () => {
        this.connections.add(connection)
        for (const end of [client, server]) end.once("close", () => this.forget(connection))
        listener.accept(server, connection)
      })
      client.emit("connect")
      client.emit("ready")
    })
    this.onDial(connection)
    return client
  }

  /** Ends a connection; each end hears of it by itself, soon. What is on its way is lost. */
  cut(connection: Connection): void {
    this.lose(connection)
    for (const end of [connection.client, connection.server])
      this.kernel.after(end.process, this.random.between(0, 300), () => end.reset())
  }

  /** Nothing passes any more in either direction, and nobody is told (see Wire). */
  lose({ client, server }: Connection): void {
    client.out.isLost = true
    server.out.isLost = true
  }

  /** Holds up one direction. */
  stall({ client, server }: Connection, ms: number): void {
    const end = this.random.pick([client, server])
    end.out.stalledUntilMs = this.kernel.nowMs + ms
  }

  /** The computer of a process is gone: its connections end, for the others sooner or later. */
  crash(process: Process, withinMs: number): void {
    for (const connection of this.connections) {
      const { client, server } = connection
      const other = client.process === process ? server : server.process === process ? client : null
      if (other === null) continue
      this.lose(connection)
      this.connections.delete(connection)
      this.kernel.after(other.process, this.random.between(0, withinMs), () => other.reset())
    }
  }

  private forget(connection: Connection): void {
    if (connection.client.destroyed && connection.server.destroyed) this.connections.delete(connection)
  }
}
