import type { Kernel } from "../kernel/Kernel.ts"
import type { Connection } from "../net/SimNet.ts"
import { FrameTap } from "./FrameTap.ts"

type Frame = Readonly<Record<string, any>>

const finals = ["succeeded", "failed", "cancelled", "lost"]

/** Where a job may go from each state, in any number of moves; a final one stays. */
const reachable: Readonly<Record<string, ReadonlyArray<string>>> = {
  running: ["running", "unknown", ...finals],
  unknown: ["running", "unknown", ...finals]
}

/** Whether a job may be seen in one state after another. */
export const mayFollow = (before: string, after: string): boolean =>
  reachable[before]?.includes(after) ?? before === after

/** Who reads a connection: the app user, and whether it may hear of a slug. */
export interface Reader {
  readonly name: string
  readonly mayHear: (robotId: string, slug: string) => boolean
}

/** Whose bridge a connection is, and whether that may be served. */
export interface Served {
  readonly name: string
  readonly robotId: string
  readonly mayServe: () => boolean
  /** Jobs of a slug that the service holds and has not sent to the bridge. */
  readonly unsent: (slug: string) => ReadonlyArray<string>
}

/** Looks at every frame when it is written, and keeps what breaks a rule. */
export class Observer {
  readonly violations: Array<string> = []
  private readonly kernel: Kernel
  /** Jobs that bridges were asked to run: their robots, and the steps at which they were sent. */
  readonly invoked = new Map<string, { readonly robotId: string; readonly step: number }>()
  /** Jobs that were not sent yet when a cancel of their slug was. */
  private readonly overtaken = new Set<string>()
  /** Jobs that somebody was told their cancel went to, and the step at which the first of them asked. */
  private readonly withdrawn = new Map<string, number>()
  /** Ends of jobs that readers were told of. */
  readonly ends = new Map<string, string>()
  /** States of jobs that bridges have reported. */
  private readonly reported = new Map<string, Set<string>>()
  /** The version that each bridge was sent last. */
  readonly configurations = new Map<string, number>()
  /** Where each message to a publisher was written, by its number: on which connection, and as which of its messages. */
  private readonly writes = new Map<number, { readonly connection: number; readonly place: number }>()

  constructor(kernel: Kernel) {
    this.kernel = kernel
  }

  violate(rule: string): void {
    const line = `violation: ${rule}`
    this.violations.push(`${this.kernel.nowMs - this.kernel.beganMs} ${rule}`)
    this.kernel.note(line)
  }

  /** Listens in to an app user's connection. */
  reader(connection: Connection, { mayHear, name }: Reader): void {
    const newest = new Map<string, number>()
    const fromServer = new FrameTap(
      () => undefined,
      (text) => {
        const frame = JSON.parse(text) as Frame
        this.kernel.note(`> ${name} ${text}`)
        if (frame["type"] === "datapoint" || frame["type"] === "job") {
          const { robot_id, slug, timestamp_ms, type } = frame
          if (!mayHear(robot_id, slug)) this.violate(`${name} was sent a ${type} of ${slug} that it may not hear`)
          const key = `${type} ${robot_id}/${slug}`
          if (type === "datapoint" && timestamp_ms < (newest.get(key) ?? 0))
            this.violate(`${name} was sent an older value of ${slug} after a newer one`)
          newest.set(key, timestamp_ms)
        }
        if (frame["type"] === "job" || frame["type"] === "command_result") this.job(frame["job"], name)
      }
    )
    const toServer = new FrameTap(
      () => undefined,
      (text) => {
        const frame = JSON.parse(text) as Frame
        if (frame["type"] !== "auth") this.kernel.note(`< ${name} ${text}`)
        if (frame["type"] === "publish")
          this.writes.set(frame["message"].speed, { connection: connection.id, place: this.writes.size })
      }
    )
    connection.server.onWrite = fromServer.feed
    connection.client.onWrite = toServer.feed
  }

  /** Listens in to a bridge's connection; its robot and its token may be taken away. */
  bridge(connection: Connection, { mayServe, name, robotId, unsent }: Served): void {
    const toServer = new FrameTap(
      () => undefined,
      (text) => {
        const frame = JSON.parse(text) as Frame
        if (frame["type"] === "pong") return
        this.kernel.note(`< ${name} ${text}`)
        if (frame["type"] === "job_update") this.said(frame["job_id"], frame["state"])
        for (const job of frame["active_jobs"] ?? []) this.said(job.job_id, job.state)
        if (frame["type"] === "job_status") for (const job of frame["jobs"]) this.said(job.job_id, job.state)
      }
    )
    const fromServer = new FrameTap(
      () => undefined,
      (text) => {
        if (text.includes('"type":"ping"')) return
        this.kernel.note(`> ${name} ${text}`)
        const isRefused = text.includes('"type":"hello_error"')
        if (!isRefused && !mayServe())
          this.violate(`${name} was sent ${text.slice(0, 60)} although its robot or token is gone`)
        const frame = JSON.parse(text) as Frame
        if (frame["type"] === "config") this.configurations.set(name, frame["version"])
        if (frame["type"] === "cancel") for (const id of unsent(frame["slug"])) this.overtaken.add(id)
        if (frame["type"] === "invoke") this.invoke(frame["job_id"], robotId)
      }
    )
    connection.client.onWrite = toServer.feed
    connection.server.onWrite = fromServer.feed
  }

  /** A job as somebody was told of it. */
  job(job: { readonly id: string; readonly state: string; readonly origin?: string } | null, to: string): void {
    if (job === null || job.origin === "external") return
    const before = this.ends.get(job.id) ?? "running"
    if (!mayFollow(before, job.state))
      this.violate(`${to} was told that job ${job.id} went from ${before} to ${job.state}`)
    // A slower reader may still hear of an earlier state, but of no other end.
    if (finals.includes(job.state)) this.ends.set(job.id, job.state)
    if (job.state === "succeeded" && !this.reported.get(job.id)?.has("succeeded"))
      this.violate(`job ${job.id} succeeded without a word of the bridge`)
  }

  /** Somebody was told that their cancel, asked for at a step, went to the job. */
  cancelled(jobId: string, step: number): void {
    this.withdrawn.set(jobId, Math.min(step, this.withdrawn.get(jobId) ?? step))
    this.checkCancel(jobId)
  }

  /** What was published at a robot: in the order in which each connection asked for it. */
  order(speeds: ReadonlyArray<number>): void {
    const last = new Map<number, number>()
    for (const speed of speeds) {
      const write = this.writes.get(speed)
      if (write === undefined) continue
      const { connection, place } = write
      if (place <= (last.get(connection) ?? -1)) this.violate(`message ${speed} reached the robot out of order`)
      last.set(connection, place)
    }
  }

  private invoke(jobId: string, robotId: string): void {
    this.invoked.set(jobId, { robotId, step: this.kernel.steps })
    this.checkCancel(jobId)
  }

  private checkCancel(jobId: string): void {
    const [asked, sent] = [this.withdrawn.get(jobId), this.invoked.get(jobId)?.step]
    // A cancel that was asked for later than the job was sent is not the one that overtook it.
    if (asked !== undefined && sent !== undefined && asked <= sent && this.overtaken.has(jobId))
      this.violate(`the cancel of job ${jobId} reached its robot before the job`)
  }

  private said(jobId: string, state: string): void {
    const states = this.reported.get(jobId) ?? new Set()
    this.reported.set(jobId, states.add(state))
  }
}
