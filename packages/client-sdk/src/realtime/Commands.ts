import { FleetError } from "../FleetError.ts"
import type { RealtimeClientMessage, RealtimeServerMessage } from "../types.gen.ts"

/** A command without its `request_id`. */
export type Command = Unnumbered<
  Extract<RealtimeClientMessage, { readonly type: "invoke" | "cancel" | "publish" | "release" | "stop" }>
>
type Unnumbered<Message> = Message extends unknown ? Omit<Message, "request_id"> : never

export type CommandResult = Extract<RealtimeServerMessage, { readonly type: "command_result" }>

interface Pending {
  /** Whether it was sent. */
  readonly send: () => boolean
  /** Whether it fails where it would wait for a socket. */
  readonly atOnce: boolean
  readonly resolve: (result: CommandResult) => void
  readonly reject: (error: unknown) => void
}

const refusalOf = ({ code, message, details, job }: CommandResult, baseUrl: string): FleetError =>
  new FleetError(code ?? "invalid_answer", message ?? "The command was refused.", {
    details: details ?? (code === "busy" ? { running: job } : undefined),
    baseUrl
  })

const lost = () => new FleetError("connection_lost", "The connection was lost before the answer came.")

/** Commands over the socket, paired with their answers by request id. Each is carried out once at most, on one socket. */
export class Commands {
  readonly #baseUrl: string
  readonly #send: (message: RealtimeClientMessage) => boolean
  readonly #pending = new Map<string, Pending>()
  /** What there was no socket for. */
  readonly #waiting = new Set<Pending>()
  #issued = 0

  /** `send` answers false where there is no socket that takes commands. */
  constructor(baseUrl: string, send: (message: RealtimeClientMessage) => boolean) {
    this.#baseUrl = baseUrl
    this.#send = send
  }

  get size(): number {
    return this.#pending.size
  }

  /**
   * Sends a command as soon as there is a socket, or with `atOnce` now or never. An aborted one that was sent already is still
   * carried out.
   */
  issue(command: Command, signal?: AbortSignal, atOnce = false): Promise<CommandResult> {
    return new Promise<CommandResult>((resolve, reject) => {
      signal?.throwIfAborted()
      const id = String(++this.#issued)
      const onAbort = () => {
        this.#pending.delete(id)
        this.#waiting.delete(pending)
        reject(signal!.reason as Error)
      }
      const settle = () => signal?.removeEventListener("abort", onAbort)
      const pending: Pending = {
        send: () => this.#send({ ...command, request_id: id } as RealtimeClientMessage),
        atOnce,
        resolve: (result) => {
          settle()
          if (result.ok) resolve(result)
          else reject(refusalOf(result, this.#baseUrl))
        },
        reject: (error) => {
          settle()
          reject(error as Error)
        }
      }
      if (!pending.send()) {
        if (atOnce) throw lost()
        this.#waiting.add(pending)
      }
      this.#pending.set(id, pending)
      signal?.addEventListener("abort", onAbort, { once: true })
    })
  }

  /** A socket is there. */
  flush(): void {
    for (const pending of this.#waiting) if (pending.send()) this.#waiting.delete(pending)
  }

  /** A command that was refused for want of a credential was not carried out: it goes out again by `flush`. */
  postpone(result: CommandResult): void {
    const pending = this.#pending.get(result.request_id)
    if (pending?.atOnce === false) this.#waiting.add(pending)
    else this.answer(result)
  }

  answer(result: CommandResult): void {
    const pending = this.#pending.get(result.request_id)
    this.#pending.delete(result.request_id)
    pending?.resolve(result)
  }

  /** The socket is gone: whether these were carried out is unknown. They are never sent again. */
  lose(error: FleetError = lost()): void {
    this.#waiting.clear()
    const pending = [...this.#pending.values()]
    this.#pending.clear()
    for (const { reject } of pending) reject(error)
  }
}
