import type { JobUpdate } from "@fleet/bridge-protocol/BridgeMessages"
import type { CloudMessage } from "@fleet/bridge-protocol/CloudMessages"
import type { DeliveredDocument } from "@fleet/domain/RobotConfig/Document"
import type { Outbox } from "../cloud/Outbox.ts"
import { crowdValue } from "./crowdMessage.ts"

type Invoke = Extract<CloudMessage, { readonly type: "invoke" }>

/** How long an action takes, in milliseconds. */
const actionMs = 3000

interface Running {
  readonly invoke: Invoke
  readonly startedMs: number
  toldMs: number
}

interface Played {
  readonly slug: string
  readonly valueAt: (phase: number) => string
}

/** One robot of a crowd: it plays every datapoint of its configuration, without a ROS server, and runs every command to its end. */
export class CrowdRobot {
  readonly #outbox: Outbox["Service"]
  readonly #seed: number
  readonly #now: () => number
  readonly #running = new Map<string, Running>()
  #services: ReadonlySet<string> = new Set()
  #played: ReadonlyArray<Played> = []
  #frames = 0

  constructor(outbox: Outbox["Service"], seed: number, now: () => number) {
    this.#outbox = outbox
    this.#seed = seed
    this.#now = now
  }

  get isConnected(): boolean {
    return this.#outbox.attached
  }

  /** Sends the next value of each datapoint; answers how many that were. `step` is by how much the phase moves on. */
  play(step: number): number {
    if (!this.isConnected) return 0
    this.#follow()
    const timestampMs = this.#now()
    const phase = ++this.#frames * step
    for (const { slug, valueAt } of this.#played) this.#outbox.sample({ slug, json: valueAt(phase), timestampMs })
    return this.#played.length
  }

  handle(message: CloudMessage): void {
    switch (message.type) {
      case "config":
        this.#apply(message.doc as Partial<DeliveredDocument>)
        this.#outbox.send({ type: "config_applied", version: message.version, ok: true, errors: [] })
        return
      case "invoke":
        return this.#invoke(message)
      case "cancel":
        for (const { invoke } of this.#running.values())
          if (message.job_id === null ? invoke.slug === message.slug : invoke.job_id === message.job_id)
            this.#end(invoke, "cancelled")
        this.#outbox.send({
          type: "cancel_result",
          request_id: message.request_id,
          slug: message.slug,
          goals: [],
          error: null
        })
        return
      case "job_query":
        this.#outbox.send({
          type: "job_status",
          request_id: message.request_id,
          jobs: [],
          unknown_job_ids: [...message.job_ids]
        })
        return
      case "introspect_request":
        this.#outbox.send({
          type: "introspect",
          request_id: message.request_id,
          graph: null,
          error: { code: "simulated", message: "A robot of a crowd has no ROS graph. Simulate one robot to have one." }
        })
        return
      case "type_request":
        this.#outbox.send({
          type: "type_definitions",
          request_id: message.request_id,
          definitions: [],
          unresolved: [...message.type_names]
        })
    }
  }

  activeJobs() {
    return [...this.#running.values()].map(({ invoke: { job_id, slug } }) => ({
      job_id,
      slug,
      state: "running" as const
    }))
  }

  #apply({ datapoints = {}, services = {} }: Partial<DeliveredDocument>): void {
    this.#services = new Set(Object.keys(services))
    this.#played = Object.entries(datapoints).map(([slug, config]) => ({
      slug,
      valueAt: crowdValue(config, this.#seed)
    }))
  }

  #invoke(invoke: Invoke): void {
    if (this.#services.has(invoke.slug)) return this.#end(invoke, "succeeded", { success: true, message: "" })
    this.#running.set(invoke.job_id, { invoke, startedMs: this.#now(), toldMs: this.#now() })
    this.#tell(invoke, { state: "running", progress: 0 })
  }

  /** Reports jobs once a second, and ends those that have run for long enough. */
  #follow(): void {
    if (this.#running.size === 0) return
    const nowMs = this.#now()
    for (const running of this.#running.values()) {
      const { invoke, startedMs, toldMs } = running
      if (nowMs - startedMs >= actionMs) this.#end(invoke, "succeeded", {})
      else if (nowMs - toldMs >= 1000) {
        running.toldMs = nowMs
        this.#tell(invoke, { state: "running", progress: (nowMs - startedMs) / actionMs })
      }
    }
  }

  #end(invoke: Invoke, state: "succeeded" | "cancelled", result: unknown = null): void {
    this.#running.delete(invoke.job_id)
    this.#tell(invoke, { state, progress: null, result })
  }

  #tell({ job_id, slug }: Invoke, what: Pick<JobUpdate, "state" | "progress"> & { readonly result?: unknown }): void {
    this.#outbox.send({
      type: "job_update",
      job_id,
      slug,
      origin: "platform",
      goal_id: this.#services.has(slug) ? null : job_id,
      feedback: null,
      error: null,
      timestamp_ms: this.#now(),
      result: null,
      ...what
    })
  }
}
