import { inputRequired, inputResponse, type McpRequestContext, Server } from "@modelcontextprotocol/server"
import { Effect } from "effect"
import { version } from "../platform/version.ts"
import { instructions } from "./instructions.ts"
import type { Principal } from "./Principal.ts"
import type { ToolResult, Tools } from "./Tools.ts"

/** Runs an effect for the library, which speaks promises. Ended where the client gives up. */
export type Run = <A>(effect: Effect.Effect<A>, signal?: AbortSignal) => Promise<A>

/** Answers JSON-RPC's own error for a tool that is not there. */
class UnknownTool extends Error {
  readonly code = -32602
}

/** One answer: the JSON, once for programs and once, to the letter, as text. */
const contentOf = ({ isError, json }: ToolResult) => ({
  content: [{ type: "text" as const, text: JSON.stringify(json) }],
  structuredContent: { ...json },
  ...(isError ? { isError: true } : {})
})

/** What a request says of its client. */
interface Envelope {
  readonly "io.modelcontextprotocol/clientCapabilities"?: { readonly elicitation?: unknown }
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
export const mcpServer = (tools: Tools["Service"], run: Run, { authInfo }: McpRequestContext): Server => {
  const principal = authInfo!.extra!["principal"] as Principal
  const server = new Server(
    { name: "robot-fleet-cloud", title: principal.endpoint.name, version },
    { capabilities: { tools: { listChanged: true } }, instructions: instructions(principal.endpoint.name) }
  )
  server.setRequestHandler("tools/list", async () => ({
    tools: (await run(tools.list(principal))) as never,
    ttlMs: 0,
    cacheScope: "private"
  }))
  server.setRequestHandler("tools/call", async (request, { mcpReq }) => {
    const { arguments: args, name } = request.params
    const found = await run(tools.find(principal, name))
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
    const said = inputResponse(mcpReq.inputResponses, question)
    const answer =
      said.kind === "elicit" && state !== undefined
        ? { state, isYes: said.action === "accept" && said.content?.[question] === true }
        : null
    const { "io.modelcontextprotocol/clientCapabilities": declared } = (mcpReq.envelope ?? {}) as Envelope
    const canAsk = declared?.elicitation !== undefined
    const result = await run(tools.call(found.tool, { principal, progress, canAsk, answer }, args), mcpReq.signal)
    return result.type === "result" ? contentOf(result) : asked(result.message, result.state)
  })
  return server
}
