import { runBridge } from "@fleet/bridge/Bridge"
import { type GatewayKind, gatewayOf } from "@fleet/bridge/ros/DetectGateway"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Effect, Logger, Redacted } from "effect"
import { answer } from "../support/Answers.ts"

/** A bridge as robots run it, on one kind of ROS server. */
const { BENCH_KIND, BENCH_ROS, BENCH_STATE, BENCH_TOKEN, BENCH_URL } = process.env as Record<string, string>

answer({}, {})

runBridge({ url: BENCH_URL!, token: Redacted.make(BENCH_TOKEN!), stateDirectory: BENCH_STATE! }).pipe(
  Effect.provide([gatewayOf(BENCH_KIND as GatewayKind, BENCH_ROS!), NodeServices.layer, Logger.layer([])]),
  NodeRuntime.runMain
)
