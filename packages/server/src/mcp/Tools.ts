import { type ApiError, envelopeOf, InternalError, RobotFailure } from "@fleet/domain/Errors"
import { RobotId } from "@fleet/domain/Ids"
import type { McpScope } from "@fleet/domain/Mcp"
import { firstViolation, refusalOf } from "@fleet/domain/Violations"
import { Context, Effect, Layer, Option, Result, Schema } from "effect"
import { AnswerNeeded } from "./AnswerNeeded.ts"
import { controlTools } from "./controlTools.ts"
import { developerTools } from "./developerTools.ts"
import { fileTools } from "./fileTools.ts"
import { Picture } from "./Picture.ts"
import type { Principal } from "./Principal.ts"
import { isMet, makeReachableRobots } from "./ReachableRobots.ts"
import { readTools } from "./readTools.ts"
import type { Tool, ToolCall } from "./Tool.ts"
import { argumentsOf, encoderOf, inputSchemaOf, outputSchemaOf } from "./toolSchemas.ts"

type Json = Readonly<Record<string, unknown>>

/** A tool as `tools/list` shows it. */
export interface ListedTool {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly inputSchema: Json
  /** None of a tool that answers a picture. */
  readonly outputSchema?: Json
  readonly annotations: Tool["hints"]
}

/** The JSON of a result or of a refusal; with an image, its description. */
export interface ToolResult {
  readonly type: "result"
  readonly isError: boolean
  /** The refusal is in the robot's own words. */
  readonly isOfRobot?: boolean
  readonly json: Json
  readonly image?: Picture["image"]
}

/** A question to the client's person; the call comes again with the answer and `state`. */
export interface ToolQuestion {
  readonly type: "question"
  readonly message: string
  readonly state: string
}

/** The call that a name stands for, before it is made. */
export type Found =
  | { readonly type: "tool"; readonly tool: Tool }
  | { readonly type: "unknown" }
  | { readonly type: "scope"; readonly needed: string }

const decodeRobot = Schema.decodeUnknownOption(Schema.Struct({ robot_id: RobotId }))

/** The robot that a tool is called for, as far as the arguments name one. */
const robotOf = (args: unknown): RobotId | null =>
  Option.getOrNull(Option.map(decodeRobot(args), ({ robot_id }) => robot_id))

/** The tools of MCP endpoints, in their fixed order. Each asks the services that REST asks. */
export class Tools extends Context.Service<
  Tools,
  {
    readonly all: ReadonlyArray<Tool>
    /** Those that the token's scopes and the person's role allow. */
    readonly list: (principal: Principal) => Effect.Effect<ReadonlyArray<ListedTool>>
    /**
     * A tool that the role does not open is as good as unknown; one that needs another scope says which. `args` is what it
     * is to be called with.
     */
    readonly find: (principal: Principal, name: string, args?: unknown) => Effect.Effect<Found>
    /** The scope that the first of these tools needs which the token lacks. What is reached is read once for all, and only then. */
    readonly lacking: (principal: Principal, names: ReadonlySet<string>) => Effect.Effect<McpScope | null>
    readonly call: (
      tool: Tool,
      call: Omit<ToolCall, "caller">,
      args: unknown
    ) => Effect.Effect<ToolResult | ToolQuestion>
  }
>()("@fleet/server/mcp/Tools") {
  static readonly layer = Layer.effect(
    Tools,
    Effect.gen(function* () {
      const all: ReadonlyArray<Tool> = [
        ...(yield* readTools),
        ...(yield* fileTools),
        ...(yield* controlTools),
        ...(yield* developerTools)
      ]
      const reach = yield* makeReachableRobots

      const ready = new Map(
        all.map((tool) => [
          tool,
          {
            encode: encoderOf(tool),
            listed: (isNarrowed: boolean): ListedTool => ({
              name: tool.name,
              title: tool.title,
              description: tool.description,
              inputSchema: inputSchemaOf(tool, isNarrowed),
              ...(tool.isPicture ? {} : { outputSchema: outputSchemaOf(tool) }),
              annotations: tool.hints
            }),
            decode: {
              whole: Schema.decodeUnknownResult(argumentsOf(tool, false)),
              narrowed: Schema.decodeUnknownResult(argumentsOf(tool, true))
            }
          }
        ])
      )
      const listed = new Map(
        all.map((tool) => [tool, { whole: ready.get(tool)!.listed(false), narrowed: ready.get(tool)!.listed(true) }])
      )
      const formOf = ({ robotId }: Principal) => (robotId === null ? "whole" : "narrowed")

      const byName = new Map(all.map((tool) => [tool.name, tool]))

      /** Whether a tool is one of the endpoint and of the address. */
      const isServed = ({ endpoint, readOnly }: Principal, { central, hints }: Tool) =>
        (!central || endpoint.app === null) && (!readOnly || hints.readOnlyHint)

      /** Those of the endpoint and of the address that the role opens. */
      const open = Effect.fnUntraced(function* (principal: Principal) {
        const reached = yield* reach.all(principal)
        return all.filter((tool) => isServed(principal, tool) && isMet(reached, tool.need))
      })

      const refusal = (error: ApiError): ToolResult => ({
        type: "result",
        isError: true,
        isOfRobot: error instanceof RobotFailure,
        json: { ...envelopeOf(error) }
      })

      return Tools.of({
        all,
        list: Effect.fn("Tools.list")(function* (principal) {
          return (yield* open(principal))
            .filter(({ scope }) => principal.scopes.includes(scope))
            .map((tool) => listed.get(tool)![formOf(principal)])
        }),
        find: Effect.fn("Tools.find")(function* (principal, name, args) {
          const tool = byName.get(name)
          if (tool === undefined || !isServed(principal, tool)) return { type: "unknown" }
          if (!(yield* reach.opens(principal, tool.need, robotOf(args)))) return { type: "unknown" }
          return principal.scopes.includes(tool.scope) ? { type: "tool", tool } : { type: "scope", needed: tool.scope }
        }),
        lacking: Effect.fn("Tools.lacking")(function* (principal, names) {
          const isBeyond = ({ name, scope }: Tool) => names.has(name) && !principal.scopes.includes(scope)
          if (!all.some(isBeyond)) return null
          return (yield* open(principal)).find(isBeyond)?.scope ?? null
        }),
        call: Effect.fn("Tools.call")(function* (tool, call, given) {
          const { principal } = call
          const { decode, encode } = ready.get(tool)!
          const decoded = decode[formOf(principal)](given ?? {})
          if (Result.isFailure(decoded)) return refusal(refusalOf(firstViolation(decoded.failure.issue)))
          const robot = principal.robotId === null || tool.robot === "none" ? {} : { robot_id: principal.robotId }
          const outcome = yield* tool.run({ ...call, caller: principal.caller }, { ...decoded.success, ...robot }).pipe(
            Effect.map((value): ToolResult =>
              value instanceof Picture
                ? { type: "result", isError: false, json: encode(value.about), image: value.image }
                : { type: "result", isError: false, json: encode(value) }
            ),
            Effect.result,
            Effect.catchDefect((defect) =>
              Effect.as(Effect.logError(`the tool ${tool.name} failed`, defect), Result.fail(new InternalError()))
            )
          )
          if (Result.isSuccess(outcome)) return outcome.success
          if (!(outcome.failure instanceof AnswerNeeded)) return refusal(outcome.failure)
          const { message, state } = outcome.failure
          return { type: "question", message, state }
        })
      })
    })
  )
}
