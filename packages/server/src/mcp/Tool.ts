import type { Caller } from "@fleet/domain/Caller"
import type { ApiError } from "@fleet/domain/Errors"
import type { McpScope } from "@fleet/domain/Mcp"
import type { ExposureKind } from "@fleet/domain/Slug"
import type { Effect, Schema } from "effect"
import type { Capability } from "../access/Granted.ts"
import type { AnswerNeeded } from "./AnswerNeeded.ts"
import type { Principal } from "./Principal.ts"

/** What a role must grant on some robot for a tool to be there. */
export type Need = { readonly kinds: ReadonlyArray<ExposureKind> } | { readonly capability: Capability } | null

/** One call of a tool. */
export interface ToolCall {
  readonly principal: Principal
  readonly caller: Caller
  /** Tells the client, where it asked for that, how far the call is: 0 to 1. */
  readonly progress: (progress: number, message?: string) => Effect.Effect<void>
  /** Whether the client can ask its person a question. */
  readonly canAsk: boolean
  /** Whether the client follows a job as a task: nothing is waited for here. */
  readonly takesTasks: boolean
  /** What the person answered to the question of an earlier try. */
  readonly answer: { readonly state: string; readonly isYes: boolean } | null
}

type Fields = Schema.Struct.Fields

/** One tool: what it is called with, what it answers, and what it needs. */
export interface Tool<Args = any, R = any> {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly scope: McpScope
  readonly need: Need
  /** Whether it names a robot, and must. */
  readonly robot: "required" | "optional" | "none"
  readonly args: Fields
  /** The fields of a result, and of the result of a preview. */
  readonly result: Fields
  readonly preview: boolean
  readonly central: boolean
  /** Whether results are JSON as they are, with more than `result` names. */
  readonly isJson: boolean
  /** Whether it answers a `Picture`: an image, and JSON beside it as text alone. */
  readonly isPicture: boolean
  /** Whether it answers a job that a client may follow as a task. */
  readonly startsTask: boolean
  readonly hints: {
    readonly readOnlyHint: boolean
    readonly destructiveHint: boolean
    readonly idempotentHint: boolean
    readonly openWorldHint: boolean
  }
  readonly run: (call: ToolCall, args: Args) => Effect.Effect<R, ApiError | AnswerNeeded>
}

interface Declared<Args extends Fields, Result extends Fields> {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly need?: Need
  readonly robot?: Tool["robot"]
  readonly args: Args
  readonly result: Result
  readonly preview?: boolean
  readonly central?: boolean
  readonly isJson?: boolean
  readonly isPicture?: boolean
  readonly startsTask?: boolean
  readonly run: (
    call: ToolCall,
    args: Schema.Schema.Type<Schema.Struct<Args>> & { readonly robot_id: any }
  ) => Effect.Effect<unknown, ApiError | AnswerNeeded>
}

const declared = <Args extends Fields, Result extends Fields>(
  scope: McpScope,
  hints: Tool["hints"],
  {
    central = false,
    isJson = false,
    isPicture = false,
    need = null,
    preview = false,
    robot = "required",
    startsTask = false,
    ...tool
  }: Declared<Args, Result>
): Tool => ({ ...tool, scope, hints, need, preview, robot, central, isJson, isPicture, startsTask })

/** A tool that reads. `openWorld`: its answer comes from a robot. */
export const reads = <Args extends Fields, Result extends Fields>(
  tool: Declared<Args, Result> & { readonly openWorld?: boolean }
): Tool => {
  const { openWorld = false, ...rest } = tool
  return declared(
    "robots:read",
    { readOnlyHint: true, destructiveHint: false, idempotentHint: false, openWorldHint: openWorld },
    rest
  )
}

/** A tool that changes something: of robots, or of their configuration. */
export const controls = <Args extends Fields, Result extends Fields>(
  tool: Declared<Args, Result> & { readonly destructive?: boolean; readonly idempotent?: boolean }
): Tool => {
  const { destructive = false, idempotent = false, ...rest } = tool
  return declared(
    "robots:control",
    { readOnlyHint: false, destructiveHint: destructive, idempotentHint: idempotent, openWorldHint: true },
    rest
  )
}
