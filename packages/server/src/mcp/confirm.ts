import { ConfirmationRequired } from "@fleet/domain/Errors"
import type { RobotId } from "@fleet/domain/Ids"
import { Effect } from "effect"
import { createHash } from "node:crypto"
import { Grants } from "../access/Grants.ts"
import type { McpCommand } from "../identity/oauth/mcp/McpConfirmation.ts"
import { McpConfirmations } from "../identity/oauth/mcp/McpConfirmations.ts"
import { McpGrants } from "../identity/oauth/mcp/McpGrants.ts"
import { visibleJson, visibleText } from "../identity/oauth/mcp/visibleText.ts"
import { Settings } from "../platform/settings/Settings.ts"
import { AnswerNeeded } from "./AnswerNeeded.ts"
import type { ToolCall } from "./Tool.ts"

const canonical = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(canonical)
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([left], [right]) => (left < right ? -1 : 1))
      .map(([key, held]) => [key, canonical(held)])
  )
}

/** The same for the same arguments, in whatever order they are written. */
export const argumentsHash = (tool: string, args: unknown): Uint8Array =>
  createHash("sha256")
    .update(JSON.stringify([tool, canonical(args)]))
    .digest()

const verbs = { start_action: "start the action", call_service: "call the service", publish: "publish to" } as const

/** The command in words, of what the caller sent and of names that developers gave. All of them stand in quotes. */
export const inWords = ({ client, parameters, robot, slug, tool }: McpCommand): string => {
  const listed = Object.entries(parameters).map(([name, value]) => `${visibleText(name)} = ${visibleJson(value)}`)
  const program = client === null ? "A program without a name" : `The program ${visibleJson(client)}`
  const asked = `${program} asks to ${verbs[tool]} ${visibleText(slug)} on the robot ${visibleJson(robot)}`
  return `${asked}${listed.length === 0 ? "." : ` with ${listed.join(", ")}.`} The robot may move. Allow it once?`
}

/**
 * Asks a person for their yes where the role wants one: in the client where it can ask and the role lets it, else on a page
 * of the app. The yes of a client counts only with the state of its own question, and only where the request says that the
 * client can ask. Call it once everything else was checked.
 */
export const makeConfirm = Effect.gen(function* () {
  const confirmations = yield* McpConfirmations
  const grants = yield* Grants
  const consents = yield* McpGrants
  const { portalUrl } = yield* Settings

  return Effect.fn("confirm")(function* (
    { answer, canAsk, caller, principal }: ToolCall,
    tool: McpCommand["tool"],
    robotId: RobotId,
    slug: string,
    args: { readonly parameters: Readonly<Record<string, unknown>> }
  ) {
    const { app } = principal.endpoint
    if (app === null || caller.kind !== "app_user") return
    const granted = yield* grants.find(caller, robotId)
    if (granted?.confirms(slug) !== true) return
    const key = {
      app_user_id: caller.id,
      client_id: principal.clientId,
      arguments_hash: argumentsHash(tool, [robotId, slug, args])
    }
    if (yield* confirmations.takeApproved(key)) return
    const asksHere = canAsk && !granted.confirmsOnPage(slug)
    const given = asksHere ? answer : null
    if (given !== null && (yield* confirmations.takeAnswered(key, given.state)) && given.isYes) return
    const client = yield* consents.nameOf(caller.id, principal.clientId)
    const command = { robot: granted.robot.name, tool, slug, client, parameters: args.parameters }
    const { id, state } = yield* confirmations.ask(key, command)
    // A client that answers no by itself cannot ask: its person is given the page.
    if (asksHere && given === null) return yield* new AnswerNeeded({ message: inWords(command), state })
    return yield* new ConfirmationRequired({
      details: { url: `${portalUrl}/app/${app.identifier}/mcp/confirm/${id}` }
    })
  })
})
