import { assert, layer } from "@effect/vitest"
import { Tools } from "@fleet/server/mcp/Tools"
import { Effect } from "effect"
import { encode } from "gpt-tokenizer/encoding/o200k_base"
import { withoutMcpLimits } from "../support/mcp.ts"
import { testApp } from "../support/TestApp.ts"
import { aConnectedWorld, toolsOf, wholeRole } from "./world.ts"

/** The tools of the contract: name, scope, what the role needs, arguments, previewed, destructive, idempotent, open world. */
const contract = [
  ["list_robots", "read", null, [], false, false, false, false],
  ["describe_robot", "read", null, ["robot_id"], false, false, false, false],
  ["read_datapoint", "read", "datapoint", ["robot_id", "slug"], false, false, false, true],
  [
    "read_datapoint_history",
    "read",
    "datapoint",
    ["robot_id", "slug", "from", "to", "window", "agg", "field", "tz", "limit"],
    false,
    false,
    false,
    true
  ],
  ["list_alerts", "read", "datapoint", ["robot_id", "state"], false, false, false, false],
  ["get_job", "read", "action service", ["robot_id", "slug", "wait_ms"], false, false, false, true],
  [
    "job_history",
    "read",
    "action_history",
    ["robot_id", "before_seq", "limit", "slug", "state", "kind", "from_ms", "to_ms"],
    false,
    false,
    false,
    false
  ],
  ["camera_snapshot", "read", "camera", ["robot_id", "slug"], false, false, false, true],
  ["list_assets", "read", "assets", ["robot_id"], false, false, false, false],
  ["get_asset_link", "read", "assets", ["robot_id", "asset_id"], false, false, false, false],
  [
    "start_action",
    "control",
    "action",
    ["robot_id", "slug", "params", "patience_ms", "wait_ms", "preview"],
    true,
    true,
    false,
    true
  ],
  [
    "call_service",
    "control",
    "service",
    ["robot_id", "slug", "params", "patience_ms", "preview"],
    true,
    true,
    false,
    true
  ],
  ["publish", "control", "publisher", ["robot_id", "slug", "message", "preview"], true, true, false, true],
  ["cancel_job", "control", "action publisher", ["robot_id", "slug", "job_id"], false, false, true, true],
  ["stop_robot", "control", "action publisher", ["robot_id"], false, false, true, true]
]

layer(testApp({ rateLimits: withoutMcpLimits }), { timeout: "120 seconds" })("the list of tools", (it) => {
  it.effect("a tool is what the contract says", () =>
    Effect.gen(function* () {
      const { client, path } = yield* aConnectedWorld(...wholeRole)
      const { all } = yield* Tools
      const listed = new Map((yield* toolsOf(path, client.access)).map((tool) => [tool.name, tool]))
      assert.deepStrictEqual(
        all
          .filter(({ central }) => !central)
          .map(({ name, need, preview, scope }) => {
            const { annotations, inputSchema } = listed.get(name)
            const needed = need === null ? null : "capability" in need ? need.capability : need.kinds.join(" ")
            assert.strictEqual(annotations.readOnlyHint, scope === "robots:read")
            assert.strictEqual(listed.get(name).outputSchema === undefined, name === "camera_snapshot")
            return [
              name,
              scope.replace("robots:", ""),
              needed,
              Object.keys(inputSchema.properties),
              preview,
              annotations.destructiveHint,
              annotations.idempotentHint,
              annotations.openWorldHint
            ]
          }),
        contract
      )
    })
  )

  it.effect("the list of tools stays under 4000 tokens", () =>
    Effect.gen(function* () {
      const { client, path } = yield* aConnectedWorld(...wholeRole)
      const tools = yield* toolsOf(path, client.access)
      const count = encode(JSON.stringify(tools)).length
      console.log(`tools/list has ${count} tokens`)
      assert.isBelow(count, 4000)
    })
  )
})
