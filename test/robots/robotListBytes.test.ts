import { assert, describe, it } from "@effect/vitest"
import type { RobotId } from "@fleet/domain/Ids"
import { ClientRobotListResponse, offline } from "@fleet/domain/Robots"
import { robotListBytes } from "@fleet/server/robots/robotListBytes"
import { Schema } from "effect"

const Response = Schema.toCodecJson(ClientRobotListResponse)

describe("the bytes of a list of robots", () => {
  it.prop("is what the schema encodes", [ClientRobotListResponse], ([response]) => {
    const states = new Map(response.robots.map(({ bridge_state, id }) => [id as RobotId, bridge_state]))
    const robots = response.robots.map((robot) => ({ ...robot, bridge_state: states.get(robot.id)! }))
    const rows = robots.map(({ created_at, id, name, published_version }) => ({
      head: id + JSON.stringify(name),
      created_at: new Date(created_at.epochMilliseconds),
      published_version
    }))
    const bytes = robotListBytes(rows, {
      stateOf: (id) => states.get(id)!,
      rest: ({ published_version }) => `"published_version":${published_version}`
    })
    assert.strictEqual(Buffer.from(bytes).toString(), JSON.stringify(Schema.encodeSync(Response)({ robots })))
  })

  it("are the same however many robots are made into bytes at once", () => {
    const names = Array.from({ length: 400 }, (_, index) => `Röbot \u{1f916} ${index}`)
    const rows = names.map((name, index) => ({
      head: `00000000-0000-4000-8000-${String(index).padStart(12, "0")}${JSON.stringify(name)}`,
      created_at: new Date(index)
    }))
    for (const count of [0, 1, 127, 128, 129, 256, 400]) {
      const bytes = robotListBytes(rows.slice(0, count), {
        stateOf: () => offline,
        rest: () => '"published_version":1'
      })
      const { robots } = JSON.parse(Buffer.from(bytes).toString()) as {
        robots: ReadonlyArray<{ readonly name: string }>
      }
      assert.deepStrictEqual(
        robots.map(({ name }) => name),
        names.slice(0, count)
      )
    }
  })
})
