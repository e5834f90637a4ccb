import { assert, describe, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { inServer, read, sources } from "../support/Sources.ts"
import { gapScenarios } from "./gapScenarios.ts"
import { scenarios } from "./scenarios.ts"

/** How a listener is right again after a gap: by which tests, or why it keeps nothing that a lost message could leave wrong. */
interface AfterGap {
  /** Titles of scenarios, which one node and two nodes run. */
  readonly scenarios?: ReadonlyArray<keyof typeof all>
  /** A file of tests, and a title in it. */
  readonly test?: readonly [file: string, title: string]
  readonly keepsNothing?: string
}

const all = { ...scenarios, ...gapScenarios }

/** Every listener of the bus, by its file. */
const listeners: Readonly<Record<string, AfterGap>> = {
  "access/GrantCache.ts": {
    test: ["test/access/lostFacts.pg.test.ts", "holds for REST and for commands of open sockets at once"]
  },
  "access/retryIfAccessChanged.ts": {
    test: ["test/realtime/retryIfAccessChanged.test.ts", "decide(2, () => gapOf(bus))"]
  },
  "mcp/McpHandlers.ts": {
    scenarios: [
      "a stream of an MCP client, while facts are lost: it ends once the gap is found, and its client asks anew"
    ]
  },
  "mcp/TaskNotices.ts": {
    keepsNothing: "What a stream follows ends with the stream, and McpHandlers ends all streams."
  },
  "realtime/AccessWatch.ts": {
    scenarios: ["a role that grants less, whose fact is lost: the socket follows less once the gap is found"]
  },
  "realtime/Fanout.ts": {
    keepsNothing: "Who follows what, by their own calls. AccessWatch sends each socket the values as they are.",
    scenarios: ["a value whose message is lost: the socket at the other node has it once the gap is found"]
  },
  "realtime/HealthEvents.ts": {
    scenarios: ["events of an org that are lost: its consoles are told so, of health and of activity"]
  },
  "realtime/LiveSessionEvents.ts": {
    keepsNothing: "Sockets by their callers. The video's own connection ends with its reason, too."
  },
  "realtime/OrgActivity.ts": {
    scenarios: ["events of an org that are lost: its consoles are told so, of health and of activity"]
  },
  "realtime/Presence.ts": {
    scenarios: [
      "presence: a viewer who was there before is seen by a watcher at the other node",
      "presence whose messages are lost: it is right once the gap is found, of who came and who went"
    ]
  },
  "robots/bridges/BridgeStates.ts": {
    scenarios: ["the state of a bridge: both nodes say the same, also after messages were lost"]
  },
  "robots/cameras/live/LiveWatch.ts": {
    scenarios: [
      "live video of a user who signed out, whose fact is lost: it ends once the gap is found",
      "live video of a user who may watch, while facts are lost: it goes on"
    ]
  },
  "robots/config/PublishedConfigs.ts": {
    scenarios: ["a published configuration whose fact is lost: readers at the other node have it once the gap is found"]
  },
  "robots/home/BridgeHandshake.ts": {
    test: ["test/robots/home/rotation.test.ts", "where the fact of a rotation was lost, and the gap is found before"]
  },
  "robots/home/ConfigPush.ts": {
    keepsNothing: "HomeProofs compares each home with its robot's row.",
    scenarios: ["a published configuration whose fact is lost: it reaches the bridge once the gap is found"]
  },
  "robots/home/HomeProofs.ts": {
    scenarios: [
      "a rotated token whose fact is lost: the bridge is closed once the gap is found",
      "a deleted robot whose fact is lost: the bridge is closed once the gap is found"
    ]
  },
  "robots/home/RobotHomes.ts": {
    keepsNothing: "HomeProofs compares each home with its robot's row.",
    scenarios: ["a renamed slug whose fact is lost: samples that the bridge sends under the old one count for the new"]
  },
  "robots/jobs/serviceEnds.ts": {
    scenarios: ["a service whose end is lost: it is answered once the gap is found"]
  },
  "robots/recordings/RecorderRequests.ts": {
    scenarios: ["a recording whose message is lost: it is asked of the bridge once the gap is found"]
  },
  "webhooks/Subscribers.ts": {
    scenarios: ["a webhook that is made, whose fact is lost: the other node sends its events once the gap is found"]
  },
  "webhooks/WebhookListeners.ts": {
    test: [
      "test/webhooks/longPoll.pg.test.ts",
      "a fetch ends without messages where facts may have been missed, so that its credential is proven anew"
    ]
  }
}

const root = join(import.meta.dirname, "../..")
const place = "packages/server/src/"

describe("the listeners of the bus", () => {
  it("the listeners of the bus are these: a new one says what puts it right after a gap", () => {
    const listening = sources
      .filter((file) => inServer(file) && !file.startsWith(`${place}platform/bus/`))
      .filter((file) => /\b(onFact|onGap|followUnsafe|followOrg)\(|\bbus\.follow\(/.test(read(file)))
      .map((file) => file.slice(place.length))
    assert.deepStrictEqual(listening.toSorted(), Object.keys(listeners).toSorted())
  })

  it.each(Object.entries(listeners))("the listeners of the bus: %s acts on a gap, or keeps nothing", (file, after) => {
    const acts = /\b(onFact|onGap)\(/.test(read(`${place}${file}`))
    assert.isTrue(acts || after.keepsNothing !== undefined)
    const { keepsNothing, scenarios: shown = [], test } = after
    assert.isTrue(shown.length > 0 || test !== undefined || keepsNothing !== undefined)
    for (const title of shown) assert.isFunction(all[title], String(title))
    if (test !== undefined) assert.include(readFileSync(join(root, test[0]), "utf8"), test[1])
  })
})
