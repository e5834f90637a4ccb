import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { publish, source } from "../robots/jobs/world.ts"
import { withoutMcpLimits } from "../support/mcp.ts"
import { testApp } from "../support/TestApp.ts"
import { aConnectedWorld, callTool } from "./world.ts"

layer(testApp({ rateLimits: withoutMcpLimits }), { timeout: "120 seconds" })("a preview", (it) => {
  it.effect("a preview tells the target and the message of commands without parameters, too", () =>
    Effect.gen(function* () {
      const { client, owner, path, robot, robotId } = yield* aConnectedWorld()
      const fixed = source.replace(
        "type: std_msgs/msg/Empty\n    message: {}",
        "type: std_msgs/msg/Bool\n    message: {data: true}"
      )
      yield* publish(owner.caller, robot.id, fixed)
      for (const [tool, slug, would] of [
        ["start_action", "undock", { ros_name: "/undock", type: "a/action/Undock", message: {} }],
        ["call_service", "reset", { ros_name: "/reset", type: "std_srvs/srv/Trigger", message: {} }],
        ["publish", "horn", { ros_name: "/horn", type: "std_msgs/msg/Bool", message: { data: true } }]
      ] as const) {
        const answer = yield* callTool(path, client.access, tool, { robot_id: robotId, slug, preview: true })
        assert.deepInclude(answer.structuredContent.would, would)
      }
    })
  )
})
