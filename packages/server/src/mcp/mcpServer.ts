import { Server, type McpRequestContext } from "@modelcontextprotocol/server"
import { Effect } from "effect"
import { version } from "../platform/version.ts"
import { instructions } from "./instructions.ts"
import type { Principal } from "./Principal.ts"
import type { Tools } from "./Tools.ts"

/** Runs an effect for the library, which speaks promises. Ended where the client gives up. */
export type Run = <A>(effect: Effect.Effect<A>, signal?: AbortSignal) => Promise<A>

/** Answers JSON-RPC's own error for a tool that is not there. */
class UnknownTool extends Error {
  readonly code = -32602
}

/** One answer: the JSON, once for programs and once, to the letter, as text. */
const contentOf = ({
  isError,
  json
}: {
  readonly isError: boolean
  readonly json: Readonly<Record<string, unknown>>
}) => ({
  content: [{ type: "text" as const, text: JSON.stringify(json) }],
  structuredContent: { ...json },
  ...(isError ? { isError: true } : {})
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
  server.setRequestHandler("tools/call", async (request, context) => {
    const { arguments: args, name } = request.params
    const found = await run(tools.find(principal, name))
    if (found.type !== "tool") throw new UnknownTool(`Unknown tool: ${name}`)
    const token = context.mcpReq._meta?.progressToken
    const progress = (done: number, message?: string) =>
      token === undefined
        ? Effect.void
        : Effect.promise(() =>
            context.mcpReq.notify({
              method: "notifications/progress",
              params: { progressToken: token, progress: done, total: 1, ...(message === undefined ? {} : { message }) }
            })
          )
    const result = await run(tools.call(found.tool, { principal, progress }, args), context.mcpReq.signal)
    return contentOf(result)
  })
  return server
}
