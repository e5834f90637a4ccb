import { type AddressInfo, connect, createServer, type Socket } from "node:net"

/** Stands between a client and a service, and can stop to pass anything on without closing anything. */
export class QuietProxy implements AsyncDisposable {
  readonly #sockets = new Set<Socket>()
  readonly #server
  /** Whether nothing is passed on, of connections that are open and of new ones. */
  isQuiet = false
  /** Whether new connections are closed at once. */
  isCut = false

  private constructor(target: URL) {
    this.#server = createServer((near) => {
      near.on("error", () => {})
      if (this.isCut) return void near.destroy()
      const far = connect(Number(target.port), target.hostname)
      for (const [from, to] of [
        [near, far],
        [far, near]
      ] as const) {
        this.#sockets.add(from)
        from.on("data", (bytes) => {
          if (!this.isQuiet) to.write(bytes)
        })
        from.on("error", () => {})
        from.on("close", () => {
          this.#sockets.delete(from)
          if (!this.isQuiet) to.destroy()
        })
      }
    })
  }

  /** Starts one in front of the service at `baseUrl`. */
  static async start(baseUrl: string): Promise<QuietProxy> {
    const proxy = new QuietProxy(new URL(baseUrl))
    await new Promise<void>((resolve) => proxy.#server.listen(0, "127.0.0.1", resolve))
    return proxy
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** Closes every connection, and new ones until `isCut` is false again. */
  cut(): void {
    this.isCut = true
    for (const socket of this.#sockets) socket.destroy()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    await new Promise((resolve) => this.#server.close(resolve))
  }
}
