import { assert } from "@effect/vitest"
import { Permissions } from "@fleet/server/apps/Permissions"
import { Roles } from "@fleet/server/apps/Roles"
import { Effect } from "effect"
import { form } from "../support/mcp.ts"
import { password } from "../support/people.ts"
import { aConnectedWorld, ask, callTool, everySlug } from "./world.ts"

/** Slugs whose commands need a person's yes. */
const toConfirm = ["undock", "horn", "dock"]

/** A client that can ask its person. */
export const elicitation = { _meta: { "io.modelcontextprotocol/clientCapabilities": { elicitation: { form: {} } } } }

export const required = "confirmation_required"

export const codeOf = ({ isError, structuredContent }: any) => (isError === true ? structuredContent.code : "done")

/** What was said in a client to the question of an earlier call. */
export const answered = (requestState: string, action = "accept", content: object = { allow: true }) => ({
  ...elicitation,
  requestState,
  inputResponses: { allow: { action, content } }
})

/** A robot whose actions `undock` and `dock` and publisher `horn` need a person's yes, these on the app's page alone. */
export const guardedOnPage = Effect.fnUntraced(function* (confirm_page: ReadonlyArray<string>) {
  const world = yield* aConnectedWorld()
  const { app, observe, owner, robot } = world
  const role = yield* (yield* Roles).get(app, observe.id)
  yield* (yield* Permissions).put(owner.caller, app, role, {
    role_id: observe.id,
    grants: [
      {
        robot_id: robot.id,
        slugs: everySlug as never,
        confirm: toConfirm as never,
        confirm_page: confirm_page as never
      }
    ],
    capabilities: { action_history: true, assets: false }
  })
  const args = { robot_id: world.robotId, slug: "undock" }
  return { ...world, args }
})
export const guarded = guardedOnPage([])

/** A command to honk that waits for a yes, asked about in a client. */
export const askedInClient = Effect.fnUntraced(function* (world: Effect.Success<typeof guarded>) {
  const { client, path, robotId } = world
  const tools = { name: "publish", arguments: { robot_id: robotId, slug: "horn" } }
  const say = (more: object, token = client.access) =>
    Effect.map(ask(path, token, "tools/call", { ...tools, ...more }), ({ body }) => body.result)
  const asked = Effect.map(say(elicitation), ({ requestState, resultType }) => {
    assert.strictEqual(resultType, "input_required")
    return requestState as string
  })
  const run = Effect.map(callTool(path, client.access, tools.name, tools.arguments), codeOf)
  const page = Effect.map(callTool(path, client.access, tools.name, tools.arguments), pageOf)
  const { bridge } = world
  /** How often the robot was told to honk. */
  const honked = Effect.map(bridge.sync, () => bridge.frames.filter(({ type }) => type === "publish").length)
  return { say, asked, run, page, honked }
})

/** Whether the robot was told to do anything. */
export const isSent = (frames: ReadonlyArray<{ readonly type: string }>) =>
  frames.some(({ type }) => type === "invoke" || type === "publish")

/** The page that a refusal names. */
export const pageOf = ({ structuredContent }: any) => new URL(structuredContent.details.url).pathname

/** Signs in to decide on a page; the cookie that names the person. */
export const signIn = Effect.fnUntraced(function* (page: string, identifier: string, email: string) {
  const next = page.replace(`/app/${identifier}/`, "")
  const answer = yield* form(`/app/${identifier}/sign-in?next=${encodeURIComponent(next)}`, { email, password })
  assert.strictEqual(answer.headers.get("location"), `${page}?lang=en`)
  return answer.headers.getSetCookie()[0]!.split(";", 1)[0]!
})
