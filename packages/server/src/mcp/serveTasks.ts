import { type ApiError, envelopeOf, NotFound } from "@fleet/domain/Errors"
import { MissingRequiredClientCapabilityError, type Server, type ServerContext } from "@modelcontextprotocol/server"
import { Effect, Result, Schema } from "effect"
import { showsPages } from "./cardTools.ts"
import type { Principal } from "./Principal.ts"
import type { Run } from "./Run.ts"
import { tasksExtension } from "./task.ts"
import type { Tasks } from "./Tasks.ts"
import type { Tools } from "./Tools.ts"

/** What a request says of its client. */
interface Declared {
  readonly "io.modelcontextprotocol/clientCapabilities"?: {
    readonly elicitation?: { readonly form?: unknown; readonly url?: unknown }
    readonly extensions?: Readonly<Record<string, { readonly mimeTypes?: unknown }>>
  }
}

/** Whether a client shows forms. One that names no way of asking does: so it was before there were two. */
const showsForms = (elicitation: { readonly form?: unknown; readonly url?: unknown } | undefined): boolean =>
  elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined)

/** What the client of a request can do, as that request says. */
export const declaredBy = ({ mcpReq }: ServerContext) => {
  const { "io.modelcontextprotocol/clientCapabilities": declared } = (mcpReq.envelope ?? {}) as Declared
  return {
    canAsk: showsForms(declared?.elicitation),
    takesTasks: declared?.extensions?.[tasksExtension] !== undefined,
    showsPages: showsPages(declared)
  }
}

/** A refusal as an error of JSON-RPC: of the parameters where the task is not known, else of this service. */
class TaskRefused extends Error {
  readonly code: number
  readonly data: unknown

  constructor(error: ApiError) {
    const envelope = envelopeOf(error)
    const isUnknown = envelope.code === "not_found"
    super(isUnknown ? "Unknown task." : envelope.message)
    this.code = isUnknown ? -32602 : -32000
    this.data = isUnknown ? undefined : envelope
  }
}

const params = Schema.toStandardSchemaV1(Schema.Struct({ taskId: Schema.String }))

/** Serves the tasks extension. Its methods have names of an older revision, so each is registered with its own schema. */
export const serveTasks = (
  server: Server,
  {
    principal,
    run,
    tasks,
    tools
  }: {
    readonly principal: Principal
    readonly run: Run
    readonly tasks: Tasks["Service"]
    readonly tools: Tools["Service"]
  }
): void => {
  const serve = (method: string, answer: (id: string) => Effect.Effect<object, ApiError>) =>
    server.setRequestHandler(method, { params }, async ({ taskId }, context) => {
      if (!declaredBy(context).takesTasks) {
        throw new MissingRequiredClientCapabilityError({
          requiredCapabilities: { extensions: { [tasksExtension]: {} } }
        })
      }
      const answered = await run(Effect.result(answer(taskId)), context.mcpReq.signal)
      if (Result.isFailure(answered)) throw new TaskRefused(answered.failure)
      return { ...answered.success }
    })

  serve("tasks/get", (id) => tasks.get(principal, id))
  // A question to the person comes before there is a task, so a task never waits for an answer.
  serve("tasks/update", (id) => Effect.as(tasks.get(principal, id), {}))
  serve("tasks/cancel", (id) =>
    Effect.gen(function* () {
      const { type } = yield* tools.find(principal, "cancel_job")
      if (type !== "tool") return yield* new NotFound()
      yield* tasks.cancel(principal, id)
      return {}
    })
  )
}
