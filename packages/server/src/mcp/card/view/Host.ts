export type Params = Readonly<Record<string, unknown>>

export const isObject = (value: unknown): value is Params =>
  typeof value === "object" && value !== null && !Array.isArray(value)

interface Waiting {
  readonly resolve: (result: Params) => void
  readonly reject: (error: Error) => void
}

/** How many requests may wait for the host at a time. */
const maxWaiting = 32

const methodNotFound = { code: -32601, message: "This view has no such method." }

/** JSON-RPC 2.0 with the window that shows this view. Messages of other windows are ignored. */
export class Host {
  private readonly target: Window
  private readonly waiting = new Map<number, Waiting>()
  private readonly handlers = new Map<string, (params: Params) => unknown>()
  private lastId = 0

  constructor(target: Window) {
    this.target = target
    addEventListener("message", ({ data, source }) => {
      if (source !== target || !isObject(data) || data["jsonrpc"] !== "2.0") return
      if (typeof data["method"] === "string") this.handle(data["method"], data)
      else this.settle(data)
    })
  }

  on(method: string, handler: (params: Params) => unknown): void {
    this.handlers.set(method, handler)
  }

  notify(method: string, params: Params = {}): void {
    this.target.postMessage({ jsonrpc: "2.0", method, params }, "*")
  }

  /** Fails with what the host refuses, and where too many requests wait. */
  request(method: string, params: Params): Promise<Params> {
    if (this.waiting.size >= maxWaiting) return Promise.reject(new Error("The host does not answer."))
    const id = ++this.lastId
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject })
      this.target.postMessage({ jsonrpc: "2.0", id, method, params }, "*")
    })
  }

  private settle({ error, id, result }: Params): void {
    const waiting = typeof id === "number" ? this.waiting.get(id) : undefined
    if (waiting === undefined) return
    this.waiting.delete(id as number)
    if (isObject(error)) waiting.reject(new Error(String(error["message"])))
    else waiting.resolve(isObject(result) ? result : {})
  }

  private handle(method: string, { id, params }: Params): void {
    const handler = this.handlers.get(method)
    const result = handler?.(isObject(params) ? params : {})
    if (id === undefined) return
    const answer = handler === undefined ? { error: methodNotFound } : { result: result ?? {} }
    this.target.postMessage({ jsonrpc: "2.0", id, ...answer }, "*")
  }
}
