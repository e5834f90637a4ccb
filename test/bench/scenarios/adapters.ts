import { type GatewayKind, gatewayKinds } from "@fleet/bridge/ros/DetectGateway"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type Figures, measure, ratio, type Scenario } from "../support/Measure.ts"
import { startOurs } from "../support/Ours.ts"
import { removable, start } from "../support/Program.ts"

const rates = [100, 1000, 5000]
const said = (kind: GatewayKind, hertz: number) => `${kind}, ${hertz} Hz`

export const adapters: Scenario = {
  name: "adapters",
  about:
    "100-character messages of one topic, from the simulated robot through the bridge and the cloud to a subscriber",
  run: async (plan) => {
    const ms = plan.pick(10_000, 2000)
    const server = await startOurs({ core: "load" })
    const load = await start<Readonly<Record<GatewayKind, string>>>("loads/adapters.ts", { core: "load" })
    const folder = await mkdtemp(join(tmpdir(), "fleet-bench-"))
    removable(() => rm(folder, { recursive: true, force: true }))
    const bridgeOf = (kind: GatewayKind, index: number) => {
      const { id, token } = server.facts.robots[index]!
      const env = {
        BENCH_KIND: kind,
        BENCH_ROS: load.facts[kind],
        BENCH_STATE: join(folder, id),
        BENCH_TOKEN: token,
        BENCH_URL: server.facts.url
      }
      return start("servers/adapterBridge.ts", { core: "server", env })
    }
    const rows = await measure(
      rates.flatMap((hertz) =>
        gatewayKinds.map((kind, index) => ({
          name: said(kind, hertz),
          run: async () => {
            // The one that is measured has its core for itself.
            const bridge = await bridgeOf(kind, index)
            await load.ask("follow", { facts: server.facts, index })
            const figures = await load.ask<Figures>("paced", {
              ms,
              hertz,
              bridgePid: bridge.pid,
              serverPid: server.pid
            })
            await bridge.stop()
            return figures
          }
        }))
      ),
      plan.rounds(3)
    )
    return {
      rows,
      notes: [
        plan.said(plan.rounds(3), ms),
        "bridge_us_each is the bridge's processor time for each sample that came, server_us_each the cloud's.",
        "The robot, the cloud and the subscriber share a core; the bridge has the other."
      ],
      ratios: Object.assign(
        {},
        ...rates.flatMap((hertz) =>
          ["bridge_us_each", "samples_per_s"].map((name) =>
            ratio(rows, name, said("rosbridge", hertz), said("foxglove", hertz))
          )
        )
      )
    }
  }
}
