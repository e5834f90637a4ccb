import { inputRequired, inputResponse, type McpRequestContext, Server } from "@modelcontextprotocol/server"
import { Effect, Option } from "effect"
import { version } from "../platform/version.ts"
import { uiExtension, withCard } from "./cardTools.ts"
import { contentOf } from "./content.ts"
import { instructions } from "./instructions.ts"
import type { Principal } from "./Principal.ts"
import { listResources, readResource } from "./resources.ts"
import type { Run } from "./Run.ts"
import { holdsRobotData } from "./holdsRobotData.ts"
import { declaredBy, serveTasks } from "./serveTasks.ts"
import { tasksExtension } from "./task.ts"
import type { Tasks } from "./Tasks.ts"
import type { Tools } from "./Tools.ts"

/** Answers JSON-RPC's own error for a tool that is not there. */
class UnknownTool extends Error {
  readonly code = -32602
}

/** The name of the question whether a command may be sent, and the form of its answer. */
const question = "allow"
const questionSchema = {
  type: "object" as const,
  properties: { [question]: { type: "boolean" as const, title: "Allow this command once" } },
  required: [question]
}

const asked = (message: string, state: string) =>
  inputRequired({
    inputRequests: { [question]: inputRequired.elicit({ message, requestedSchema: questionSchema }) },
    requestState: state
  })

/** A protocol server for one request of a caller. It keeps nothing. */
export const mcpServer = (
  { tasks, tools }: { readonly tasks: Tasks["Service"]; readonly tools: Tools["Service"] },
  run: Run,
  { authInfo }: McpRequestContext
): Server => {
  const principal = authInfo!.extra!["principal"] as Principal
  const server = new Server(
    { name: "robot-fleet-cloud", title: principal.endpoint.name, version },
    {
      capabilities: {
        tools: { listChanged: true },
        resources: {},
        extensions: { [tasksExtension]: {}, [uiExtension]: {} }
      },
      instructions: instructions(principal.endpoint.name)
    }
  )
  server.setRequestHandler("tools/list", async (_, context) => {
    const listed = await run(tools.list(principal))
    const shown = declaredBy(context).showsPages ? withCard(listed) : listed
    return { tools: shown as never, ttlMs: 0, cacheScope: "private" }
  })
  server.setRequestHandler("resources/list", async () => ({ ...listResources(), ttlMs: 0, cacheScope: "private" }))
  server.setRequestHandler("resources/read", async ({ params }) => readResource(params.uri))
  server.setRequestHandler("tools/call", async (request, context) => {
    const { mcpReq } = context
    const { arguments: args, name } = request.params
    const found = await run(tools.find(principal, name, args))
    if (found.type !== "tool") throw new UnknownTool(`Unknown tool: ${name}`)
    const token = mcpReq._meta?.progressToken
    const progress = (done: number, message?: string) =>
      token === undefined
        ? Effect.void
        : Effect.promise(() =>
            mcpReq.notify({
              method: "notifications/progress",
              params: { progressToken: token, progress: done, total: 1, ...(message === undefined ? {} : { message }) }
            })
          )
    const state = mcpReq.requestState<string>()
    const response = inputResponse(mcpReq.inputResponses, question)
    const answer =
      response.kind === "elicit" && state !== undefined
        ? { state, isYes: response.action === "accept" && response.content?.[question] === true }
        : null
    const declared = declaredBy(context)
    const result = await run(tools.call(found.tool, { principal, progress, answer, ...declared }, args), mcpReq.signal)
    if (result.type === "question") return asked(result.message, result.state)
    const task = found.tool.startsTask && declared.takesTasks ? await run(tasks.begun(result)) : Option.none()
    return Option.isSome(task)
      ? ({ resultType: "task", ...task.value } as never)
      : contentOf(result, holdsRobotData(name, result))
  })
  serveTasks(server, { principal, run, tasks, tools })
  return server
}
