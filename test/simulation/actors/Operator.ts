import { type Kernel, Process } from "../kernel/Kernel.ts"
import type { SimNet } from "../net/SimNet.ts"
import { baseUrl } from "./Cloud.ts"
import { simFetch } from "./simFetch.ts"

/** What became of a change: carried out, not carried out, or nobody knows. */
export type Outcome =
  | { readonly kind: "done"; readonly body: unknown }
  | { readonly kind: "refused"; readonly code: string }
  | { readonly kind: "unknown"; readonly why: string }

/** A developer who changes things over REST. */
export class Operator {
  private readonly kernel: Kernel
  readonly process = new Process("operator")
  private readonly fetch: typeof fetch
  private readonly token: string

  constructor(kernel: Kernel, net: SimNet, token: string) {
    this.kernel = kernel
    this.fetch = simFetch(net, this.process)
    this.token = token
  }

  /** Asks for a change; `then` hears what became of it, in this process. */
  change(name: string, method: string, path: string, body: unknown, then: (outcome: Outcome) => void): void {
    this.kernel.post(this.process, () => {
      void this.outcome(method, path, body).then((outcome) => {
        this.kernel.note(`operator: ${name}: ${outcome.kind}${outcome.kind === "refused" ? ` ${outcome.code}` : ""}`)
        then(outcome)
      })
    })
  }

  /** Reads; null where it is not there. Fails where that does not work. */
  read(path: string): Promise<unknown> {
    return this.kernel.finish(
      new Promise((resolve, reject) => {
        this.kernel.post(this.process, () => {
          this.ask("GET", path, undefined)
            .then(async (answer) => {
              const text = await answer.text()
              if (answer.status === 404) return null
              if (!answer.ok) throw new Error(`GET ${path}: ${answer.status} ${text}`)
              return JSON.parse(text) as unknown
            })
            .then(resolve, reject)
        })
      }),
      40_000
    )
  }

  private ask(method: string, path: string, body: unknown): Promise<Response> {
    return this.fetch(`${baseUrl}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${this.token}`,
        ...(body === undefined ? {} : { "content-type": "application/json" })
      },
      body: body === undefined ? null : JSON.stringify(body),
      signal: AbortSignal.timeout(30_000)
    })
  }

  private async outcome(method: string, path: string, body: unknown): Promise<Outcome> {
    try {
      const answer = await this.ask(method, path, body)
      const text = await answer.text()
      const read = text === "" ? null : (JSON.parse(text) as unknown)
      if (answer.ok) return { kind: "done", body: read }
      const { code } = read as { readonly code: string }
      return answer.status < 500 ? { kind: "refused", code } : { kind: "unknown", why: code }
    } catch (cause) {
      return { kind: "unknown", why: String(cause) }
    }
  }
}
