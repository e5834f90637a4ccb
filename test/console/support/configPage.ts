/// <reference lib="dom" />
import type { BridgeMessage } from "@fleet/bridge-protocol/BridgeMessages"
import { Settings } from "@fleet/server/platform/settings/Settings"
import { freePort } from "@fleet/server/platform/settings/freePort"
import { Effect, Layer, Option } from "effect"
import type { BrowserContextOptions, Page } from "playwright-core"
import { openPage } from "../../pages/browser.ts"
import { publish } from "../../robots/jobs/world.ts"
import { connectBridge } from "../../support/FakeBridge.ts"
import { makeOrg, makeRobot } from "../../support/people.ts"
import { testApp } from "../../support/TestApp.ts"
import { builtDist } from "./builtDist.ts"

/** The service with the built console, at an address of its own. */
export const ServiceWithConsole = Layer.unwrap(
  Effect.map(Effect.all([freePort("127.0.0.1"), builtDist]), ([port, folder]) => {
    const baseUrl = `http://127.0.0.1:${port}`
    return testApp({ port, baseUrl, portalUrl: baseUrl, consoleFiles: Option.some(folder) })
  })
).pipe(Layer.orDie)

export const rover = `platform: 1
# A wheeled robot of hall 3
datapoints:
  battery:
    topic: /battery
    type: sensor_msgs/msg/BatteryState
    field: percentage
    numeric: { scale: 100, unit: "%", decimals: 1 }
    alerts:
      battery_low:
        condition: { fire_at: 25, resolve_at: 30 }
        severity: warning
  position_x:
    topic: /pose
    type: geometry_msgs/msg/PoseStamped
    field: pose.position.x
    rate_throttle_hz: 5
actions:
  dock:
    ros_name: /dock
    type: fleet_sim_interfaces/action/Dock
    message: { speed: "\${speed}" }
    parameters:
      speed: { type: float32, min_value: 0, max_value: 1 }
services:
  reset:
    ros_name: /reset
    type: std_srvs/srv/Trigger
`

const float = (name: string) => ({ name, type: "float32", array: false, fields: null })
const graph = {
  topics: [
    { name: "/battery", types: ["sensor_msgs/msg/BatteryState"] },
    { name: "/pose", types: ["geometry_msgs/msg/PoseStamped"] },
    { name: "/light", types: ["std_msgs/msg/Float32"] },
    { name: "/odd", types: ["odd_msgs/msg/Odd"] }
  ],
  services: [{ name: "/reset", types: ["std_srvs/srv/Trigger"] }],
  actions: [
    { name: "/dock", types: ["fleet_sim_interfaces/action/Dock"] },
    { name: "/navigate_to", types: ["fleet_sim_interfaces/action/GoTo"] }
  ],
  captured_at_ms: 0
}
const point = { name: "position", type: "geometry_msgs/msg/Point", array: false, fields: [float("x"), float("y")] }
const types = {
  "sensor_msgs/msg/BatteryState": { kind: "msg", fields: [float("voltage"), float("percentage")] },
  "geometry_msgs/msg/PoseStamped": {
    kind: "msg",
    fields: [{ name: "pose", type: "geometry_msgs/msg/Pose", array: false, fields: [point] }]
  },
  "std_msgs/msg/Float32": { kind: "msg", fields: [float("data")] },
  "std_srvs/srv/Trigger": { kind: "srv", request: [], response: [] },
  "fleet_sim_interfaces/action/Dock": { kind: "action", goal: [float("speed")], result: [], feedback: [] },
  "fleet_sim_interfaces/action/GoTo": { kind: "action", goal: [float("x"), float("y")], result: [], feedback: [] }
}

/** Answers what the cloud asks, and has asked before, of a robot about its graph and its configuration. */
export const answering = (bridge: Effect.Success<ReturnType<typeof connectBridge>>) => {
  const applied: { errors: ReadonlyArray<object> } = { errors: [] }
  const answer = (
    frame: Record<string, unknown> & { readonly type: string; readonly type_names?: ReadonlyArray<string> }
  ) => {
    const { request_id } = frame
    if (frame.type === "introspect_request") bridge.sendRaw(JSON.stringify({ type: "introspect", request_id, graph }))
    if (frame.type === "type_request") {
      const known = (frame.type_names ?? []).filter((name) => name in types)
      const found = known.map((name) => ({ name, ...types[name as keyof typeof types] }))
      const unresolved = (frame.type_names ?? []).filter((name) => !(name in types))
      bridge.sendRaw(JSON.stringify({ type: "type_definitions", request_id, definitions: found, unresolved }))
    }
    if (frame.type === "config") {
      const { errors } = applied
      bridge.send({
        type: "config_applied",
        version: frame["version"],
        ok: errors.length === 0,
        errors
      } as BridgeMessage)
    }
  }
  // Some of it may have come with the answer to hello.
  for (const frame of bridge.frames) answer(frame as unknown as Parameters<typeof answer>[0])
  bridge.socket.on("message", (data) => answer(JSON.parse(String(data))))
  return applied
}

/** A page of the console with somebody signed in. */
export const openAs = Effect.fnUntraced(function* (
  { refreshToken, token }: { readonly token: string; readonly refreshToken: string },
  path: string,
  options: BrowserContextOptions = {}
) {
  const { baseUrl: origin } = yield* Settings
  const opened = yield* openPage(origin, { viewport: { width: 1440, height: 900 }, locale: "en-GB", ...options })
  yield* Effect.promise(async () => {
    await opened.page.addInitScript(
      ({ key, session }) => {
        if (sessionStorage.getItem("test:signed-in") !== null) return
        sessionStorage.setItem("test:signed-in", "once")
        localStorage.setItem(key, session)
      },
      {
        key: `fleet:${origin}:developer`,
        session: JSON.stringify({
          accessToken: token,
          refreshToken,
          expiresAt: Date.now() + 800_000,
          user: { kind: "developer", app_user_id: null, developer_id: null, server_key_id: null }
        })
      }
    )
    await opened.page.goto(`${origin}${path}`)
  })
  return opened
})

/** A robot with a configuration and a bridge, and the page of its configuration. `text` null: nothing was written yet. */
export const aConfigPage = Effect.fnUntraced(function* (
  text: string | null = rover,
  options: BrowserContextOptions = {},
  query = ""
) {
  const { developer, owner } = yield* makeOrg
  const { robot, token } = yield* makeRobot(owner.caller, "rover-07")
  if (text !== null) yield* publish(owner.caller, robot.id, text)
  const bridge = yield* connectBridge(token)
  const applied = answering(bridge)
  const path = `/api/robots/${robot.id}`
  const opened = yield* openAs(owner, `/robots/${robot.id}/config${query}`, options)
  const box = opened.page.getByRole("textbox", { name: "Configuration" })
  yield* Effect.promise(() => box.waitFor({ timeout: 60_000 }))
  return { ...opened, applied, box, bridge, developer, owner, path, robot }
})

/** Replaces a piece of the text in the editor as a person does: selects it by the search of the page and types. */
export const retype = async (page: Page, from: string, to: string) => {
  await page.evaluate(
    ({ from, to }) => {
      const host = document.querySelector(".config-editor")!
      const content = host.shadowRoot!.querySelector(".cm-content") as unknown as {
        cmTile?: { view: EditorLike }
        cmView?: { view: EditorLike; rootView?: { view: EditorLike } }
      }
      interface EditorLike {
        state: { doc: { toString: () => string } }
        dispatch: (spec: object) => void
        focus: () => void
      }
      const view = content.cmTile?.view ?? content.cmView?.rootView?.view ?? content.cmView?.view
      const at = view!.state.doc.toString().indexOf(from)
      if (at < 0) throw new Error(`The text has no ${from}`)
      view!.focus()
      view!.dispatch({ changes: { from: at, to: at + from.length, insert: to }, selection: { anchor: at + to.length } })
    },
    { from, to }
  )
}

/** The text in the editor, whole. */
export const textIn = (page: Page) =>
  page.evaluate(() => {
    const content = document.querySelector(".config-editor")!.shadowRoot!.querySelector(".cm-content") as unknown as {
      cmTile?: { view: { state: { doc: { toString: () => string } } } }
    }
    return content.cmTile!.view.state.doc.toString()
  })
