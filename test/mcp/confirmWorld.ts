import { assert } from "@effect/vitest"
import { Permissions } from "@fleet/server/apps/Permissions"
import { Roles } from "@fleet/server/apps/Roles"
import { Effect } from "effect"
import { form } from "../support/mcp.ts"
import { password } from "../support/people.ts"
import { aConnectedWorld, everySlug } from "./world.ts"

/** A client that can ask its person. */
export const elicitation = { _meta: { "io.modelcontextprotocol/clientCapabilities": { elicitation: { form: {} } } } }

/** A robot whose action `undock` and publisher `horn` need a person's yes. */
export const guarded = Effect.gen(function* () {
  const world = yield* aConnectedWorld()
  const { app, observe, owner, robot } = world
  const role = yield* (yield* Roles).get(app, observe.id)
  yield* (yield* Permissions).put(owner.caller, app, role, {
    role_id: observe.id,
    grants: [{ robot_id: robot.id, slugs: everySlug as never, confirm: ["undock", "horn", "dock"] as never }],
    capabilities: { action_history: true, assets: false }
  })
  const args = { robot_id: world.robotId, slug: "undock" }
  return { ...world, args }
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
