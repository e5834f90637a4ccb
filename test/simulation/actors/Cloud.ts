import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { PgClient } from "@effect/sql-pg"
import type { RobotId } from "@fleet/domain/Ids"
import { App, Services, Stores } from "@fleet/server/App"
import { oneProcess } from "@fleet/server/Platform"
import { Bus } from "@fleet/server/platform/bus/Bus"
import { Upgrades } from "@fleet/server/platform/http/Upgrades"
import { Settings } from "@fleet/server/platform/settings/Settings"
import { Transaction } from "@fleet/server/platform/sql/Transaction"
import { LiveJobs } from "@fleet/server/robots/jobs/LiveJobs"
import { unsentMs } from "@fleet/server/robots/jobs/RobotJobs"
import { type Context, Duration, Effect, Layer, Logger, References, Scope } from "effect"
import type { Server } from "node:http"
import type { SimDatabase } from "../database/SimDatabase.ts"
import { type Kernel, Process } from "../kernel/Kernel.ts"
import type { SimNet } from "../net/SimNet.ts"
import { noBlobs } from "./noBlobs.ts"
import { type Runner, runnerOf } from "./runIn.ts"

/** Where the service is, in the simulated network. */
export const host = "cloud.test"
export const baseUrl = `http://${host}`

const database = (simulated: SimDatabase, process: Process) =>
  Transaction.layer.pipe(
    Layer.provideMerge(
      PgClient.layerFrom(
        PgClient.make({
          stream: () => simulated.open(process) as never,
          username: "postgres",
          database: "postgres",
          applicationName: "fleet",
          minConnections: 1,
          maxConnections: 1,
          multiplex: true,
          multiplexConcurrency: 128,
          connectTimeout: Duration.infinity
        })
      )
    )
  )

/** It listens in the simulated network only. */
const unbound = (server: Server): Server =>
  Object.assign(server, {
    listen: (_options: unknown, listening: () => void) => void queueMicrotask(listening),
    address: () => ({ address: "127.0.0.1", port: 80, family: "IPv4" })
  })

const Listening = Layer.unwrap(
  Effect.map(Upgrades, ({ server }) => NodeHttpServer.layer(() => unbound(server), { port: 80 }))
)

const service = (simulated: SimDatabase, process: Process, log: (line: string) => void) =>
  App.pipe(
    Layer.provideMerge(Listening),
    Layer.provideMerge(Services),
    Layer.provideMerge(Upgrades.layer),
    Layer.provide(Stores),
    Layer.provideMerge(oneProcess),
    Layer.provideMerge(database(simulated, process)),
    Layer.provide(noBlobs),
    Layer.provideMerge(Settings.layerTest({ baseUrl, historyDays: 90 })),
    Layer.provide(
      Logger.layer([
        Logger.make(({ cause, logLevel, message }) => {
          if (logLevel === "Error" || logLevel === "Fatal") log(`${String(message)} ${String(cause)}`)
        })
      ])
    ),
    Layer.provide(Layer.succeed(References.TracerEnabled, false))
  )

/** What an error says whose statement's connection was cut. */
const lostConnection = "the database's connection was lost"

type Provided = Layer.Success<ReturnType<typeof service>>

/** The service as a process of the world: it can be killed and started again on the same database. */
export class Cloud {
  readonly kernel: Kernel
  private readonly net: SimNet
  private readonly simulated: SimDatabase
  /** What it logged as an error. */
  readonly errors: Array<string> = []
  private readonly watcher = new Process("watcher")
  private starts = 0
  private yielding = 0
  process = new Process("cloud 0")
  runner: Runner
  context: Context.Context<Provided> | null = null
  /** Changed after each start, for a world that listens in. */
  onStart: (context: Context.Context<Provided>) => void = () => undefined

  constructor(kernel: Kernel, net: SimNet, simulated: SimDatabase) {
    this.kernel = kernel
    this.net = net
    this.simulated = simulated
    this.runner = runnerOf(kernel, this.process)
  }

  /** Builds the service; it listens when that is done. */
  begin(): void {
    const process = new Process(`cloud ${++this.starts}`)
    this.process = process
    this.runner = runnerOf(this.kernel, process)
    const scope = Scope.makeUnsafe()
    const built = Layer.buildWithScope(
      service(
        this.simulated,
        process,
        (line) => void this.errors.push(`${this.kernel.nowMs - this.kernel.beganMs} ${line}`)
      ),
      scope
    )
    this.runner.fork(
      Effect.matchCause(built, {
        onFailure: (cause) => this.failed(process, String(cause)),
        onSuccess: (context) => {
          this.kernel.note("cloud: started")
          this.context = context
          this.listen(context)
          this.runner.scheduler.yields = this.yielding
          this.onStart(context)
        }
      })
    )
  }

  /** A service that loses its database while it starts ends, and whatever watches over it starts it again. */
  private failed(process: Process, cause: string): void {
    if (!cause.includes(lostConnection)) {
      this.kernel.faults.push(`the service did not start: ${cause}`)
      return
    }
    this.kill()
    this.kernel.after(this.watcher, 1_000, () => {
      if (this.process === process) this.begin()
    })
  }

  async start(): Promise<void> {
    this.begin()
    if (!(await this.kernel.until(() => this.context !== null || this.kernel.faults.length > 0, 60_000)))
      throw new Error("the service did not start in time")
  }

  /** Runs an effect that asks for the service's own parts. */
  run<A, E>(effect: Effect.Effect<A, E, Provided>): Promise<A> {
    return this.runner.run(Effect.provideContext(effect, this.context!))
  }

  /** Nothing of it runs again: no finaliser, no last write. */
  kill(): void {
    this.kernel.note("cloud: killed")
    this.process.alive = false
    this.context = null
    this.net.crash(this.process, 3_000)
    this.simulated.crash(this.process)
  }

  /** How likely one of its fibres yields at an operation. */
  set yields(probability: number) {
    this.yielding = probability
    this.runner.scheduler.yields = probability
  }

  get isUp(): boolean {
    return this.context !== null
  }

  get bus(): Bus["Service"] {
    return this.context!.mapUnsafe.get(Bus.key) as Bus["Service"]
  }

  /** Jobs of a slug that wait to be stored, and are not sent to the robot before. */
  unsent(robotId: string, slug: string): ReadonlyArray<string> {
    const live = this.context?.mapUnsafe.get(LiveJobs.key) as LiveJobs["Service"] | undefined
    const jobs = live?.get(robotId as RobotId)?.jobs.values() ?? []
    return [...jobs].filter((job) => job.slug === slug && job.invokedAtMs === unsentMs).map(({ id }) => id)
  }

  private listen(context: Context.Context<Provided>): void {
    const { server } = context.mapUnsafe.get(Upgrades.key) as Upgrades["Service"]
    this.net.listen(host, this.process, (socket) => void server.emit("connection", socket))
  }
}
