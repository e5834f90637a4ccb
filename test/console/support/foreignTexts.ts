/// <reference lib="dom" />
import { Apps } from "@fleet/server/apps/Apps"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { Page } from "playwright-core"
import { publish } from "../../robots/jobs/world.ts"
import { connectBridge } from "../../support/FakeBridge.ts"
import { makeOrg, makeRobot, unique } from "../../support/people.ts"
import { call } from "../../support/wire.ts"
import { longSlug, send } from "./badDays.ts"

/** Who may have written a text that looks like a part of the page, and turns what follows it round. */
const writers = [
  "org",
  "robot",
  "alert",
  "about",
  "parameter",
  "value",
  "failure",
  "result",
  "feedback",
  "actor",
  "auditor",
  "app",
  "refusal"
] as const
type Writer = (typeof writers)[number]

const textOf = (writer: Writer) => `<img src=x onerror=alert(1)>\u202eevil-${writer}`

const source = `platform: 1
datapoints:
  ${longSlug}:
    topic: /long
    type: std_msgs/msg/String
    field: data
    description: ${JSON.stringify(textOf("about"))}
    alerts:
      ${longSlug.replace(/^a/, "b")}: {condition: {fire_at: ${JSON.stringify(textOf("value"))}}, name: ${JSON.stringify(textOf("alert"))}}
actions:
  dock:
    ros_name: /dock
    type: a/action/Dock
    message: {speed: "\${speed}"}
    parameters:
      speed: {type: float64, default: 1, description: ${JSON.stringify(textOf("parameter"))}}
  undock: {ros_name: /undock, type: a/action/Undock}
`

/** An organisation in which everybody has written such texts. */
export const aForeignFleet = Effect.gen(function* () {
  const { orgId, owner } = yield* makeOrg
  const { robot, token } = yield* makeRobot(owner.caller, textOf("robot"))
  yield* publish(owner.caller, robot.id, source)
  const bridge = yield* connectBridge(token)
  const { version } = yield* bridge.next("config")
  bridge.send({
    type: "config_applied",
    version,
    ok: false,
    errors: [{ kind: "datapoint", slug: longSlug, code: "field_path_invalid", message: textOf("refusal") }]
  })
  const path = `/api/robots/${robot.id}`
  const begin = (slug: string, params: object) =>
    Effect.map(call("POST", `${path}/jobs/${slug}`, { as: owner.token, body: { params } }), ({ body }) => ({
      id: body.job.id as string,
      slug
    }))
  const first = yield* begin("dock", { speed: 1 })
  bridge.update(first, "failed", {
    error: { code: "action_failed", message: textOf("failure"), details: { deep: textOf("failure") } },
    timestamp_ms: Date.now()
  })
  yield* bridge.sync
  const second = yield* begin("dock", { speed: 1 })
  bridge.update(second, "succeeded", { result: { [textOf("result")]: textOf("result") }, timestamp_ms: Date.now() })
  yield* bridge.sync
  const third = yield* begin("undock", {})
  bridge.update(third, "running", { progress: 0.5, feedback: { at: textOf("feedback") }, timestamp_ms: Date.now() })
  yield* bridge.sync
  yield* (yield* Apps).create(owner.caller, {
    name: textOf("app"),
    identifier: `app_${unique()}`,
    robot_ids: [robot.id]
  })
  const sql = yield* SqlClient.SqlClient
  yield* sql`UPDATE orgs SET name = ${textOf("org")} WHERE id = ${orgId}`
  yield* sql`UPDATE job_runs SET actor = jsonb_set(actor, '{label}', to_jsonb(${textOf("actor")}::text)) WHERE org_id = ${orgId}`
  yield* sql`UPDATE audit_events SET actor_label = ${textOf("auditor")} WHERE org_id = ${orgId}`
  return { bridge, owner, robot, run: first.id, say: () => send(bridge, longSlug, textOf("value")) }
})

/** What of such texts stands on the page as it must not, and whose are there. */
export const foreignTextsOn = (page: Page) =>
  page.evaluate(() => {
    const wrong: Array<string> = []
    const seen = new Set<string>()
    const turning = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/
    const markerOf = /evil-(\w+)/g
    /** In a box of its own: nothing else in it could be taken for a part of the text, or the text for a part of it. */
    const isApart = (node: Text): boolean => {
      const own = node.data.trim().length
      for (let at = node.parentElement; at !== null; at = at.parentElement) {
        if (at.localName === "bdi" || at.matches("input, textarea, option, title")) return true
        if (!/isolate|plaintext/.test(getComputedStyle(at).unicodeBidi)) continue
        return (at.textContent ?? "").trim().length <= own + 2
      }
      return false
    }
    const walk = (root: Document | ShadowRoot | Element) => {
      const nodes = document.createTreeWalker(root, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT)
      for (let node = nodes.nextNode(); node !== null; node = nodes.nextNode()) {
        if (node instanceof Element) {
          if (node.shadowRoot !== null) walk(node.shadowRoot)
          if (node.matches("img[src=x], [onerror]")) wrong.push(`an element was made: ${node.outerHTML.slice(0, 200)}`)
          for (const { name, value } of node.attributes)
            if (turning.test(value)) wrong.push(`${name} of ${node.localName}: ${value.slice(0, 100)}`)
        } else if (node instanceof Text) {
          if (node.parentElement?.closest("script, style")) continue
          for (const [, writer] of node.data.matchAll(markerOf)) seen.add(writer!)
          if (turning.test(node.data)) wrong.push(`turns what follows: ${node.data.slice(0, 100)}`)
          // The text of a configuration is a document of its own.
          const isDocument = node.parentElement?.closest(".cm-content, pre, [role=textbox]") != null
          if (/evil-/.test(node.data) && !isDocument && !isApart(node))
            wrong.push(`not apart: ${node.parentElement?.outerHTML.slice(0, 200)}`)
        }
      }
    }
    walk(document)
    if (turning.test(document.title)) wrong.push(`title: ${document.title}`)
    return { wrong: [...new Set(wrong)], seen: [...seen] }
  })

export const allWriters: ReadonlyArray<string> = writers
