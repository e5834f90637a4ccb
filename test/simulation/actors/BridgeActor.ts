import { runBridge } from "@fleet/bridge/Bridge"
import { Effect, Logger, Redacted } from "effect"
import { type Kernel, Process } from "../kernel/Kernel.ts"
import type { SimNet } from "../net/SimNet.ts"
import { baseUrl } from "./Cloud.ts"
import { type Files, memoryFiles } from "./memoryFiles.ts"
import { runnerOf } from "./runIn.ts"
import { SimRobot } from "./SimRobot.ts"

/** The reference bridge beside a robot, as a process that can be killed and started again with its files. */
export class BridgeActor {
  readonly robot: SimRobot
  private readonly kernel: Kernel
  private readonly net: SimNet
  private readonly files: Files = new Map()
  private starts = 0
  token: string
  process: Process
  /** How likely one of its fibres yields at an operation. */
  yields = 0

  constructor(kernel: Kernel, net: SimNet, name: string, token: string) {
    this.kernel = kernel
    this.net = net
    this.robot = new SimRobot(kernel, name)
    this.process = new Process(`${name} bridge 0`)
    this.token = token
  }

  start(): void {
    const process = new Process(`${this.robot.name} bridge ${++this.starts}`)
    this.process = process
    const runner = runnerOf(this.kernel, process)
    runner.scheduler.yields = this.yields
    runner.fork(
      runBridge({ url: baseUrl, token: Redacted.make(this.token), stateDirectory: "/state" }).pipe(
        Effect.provide([this.robot.layer(), memoryFiles(this.files), Logger.layer([])]),
        Effect.matchCause({
          // A bridge whose token is refused stops for good.
          onFailure: () => this.kernel.note(`${process.name}: stopped`),
          onSuccess: () => undefined
        })
      )
    )
  }

  kill(): void {
    this.kernel.note(`${this.process.name}: killed`)
    this.process.alive = false
    this.net.crash(this.process, 2_000)
  }
}
