import { assert, describe, it } from "@effect/vitest"
import type { RobotId } from "@fleet/domain/Ids"
import { ClientRobotListResponse } from "@fleet/domain/Robots"
import { robotListText } from "@fleet/server/robots/robotListText"
import { Schema } from "effect"

const Response = Schema.toCodecJson(ClientRobotListResponse)

describe("the text of a list of robots", () => {
  it.prop("is what the schema encodes", [ClientRobotListResponse], ([response]) => {
    const states = new Map(response.robots.map(({ bridge_state, id }) => [id as RobotId, bridge_state]))
    const robots = response.robots.map((robot) => ({ ...robot, bridge_state: states.get(robot.id)! }))
    const rows = robots.map(({ created_at, id, name, published_version }) => ({
      head: id + JSON.stringify(name),
      created_at: new Date(created_at.epochMilliseconds),
      published_version
    }))
    const text = robotListText(rows, {
      stateOf: (id) => states.get(id)!,
      rest: ({ published_version }) => `"published_version":${published_version}`
    })
    assert.strictEqual(text, JSON.stringify(Schema.encodeSync(Response)({ robots })))
  })
})
