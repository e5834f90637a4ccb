/// <reference lib="dom" />
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client"
import { Effect } from "effect"
import type { BrowserContextOptions, Frame } from "playwright-core"
import { openPage } from "../../pages/browser.ts"
import { servedFetch } from "../world.ts"

const mimeType = "text/html;profile=mcp-app"
const ui = { "io.modelcontextprotocol/ui": { mimeTypes: [mimeType] } }

/** What a person answers whom the client asks; null is a client that cannot ask. */
export type Person = ((message: string) => "accept" | "decline") | null

/** A client of the official library that shows pages and, where it has a person, asks them. */
export const pagesClient = Effect.fnUntraced(function* (endpoint: string, token: string, person: Person = null) {
  const fetch = yield* servedFetch
  return yield* Effect.acquireRelease(
    Effect.promise(async () => {
      const capabilities = { extensions: ui, ...(person !== null && { elicitation: { form: {} } }) }
      const client = new Client({ name: "host", version: "1" }, { capabilities, versionNegotiation: { mode: "auto" } })
      if (person !== null) {
        client.setRequestHandler("elicitation/create", async ({ params }) => {
          const action = person(params.message)
          return { action, ...(action === "accept" && { content: { allow: true } }) }
        })
      }
      const headers = { authorization: `Bearer ${token}` }
      await client.connect(new StreamableHTTPClientTransport(new URL(endpoint), { fetch, requestInit: { headers } }))
      return client
    }),
    (client) => Effect.promise(() => client.close())
  )
})

const page = `<!doctype html><html lang="en"><head><title>Host</title></head>
<body style="margin:0"><iframe title="Robot card" sandbox="allow-scripts" style="display:block;width:100%;border:0;height:200px"></iframe>
<script>
  const frame = document.querySelector("iframe")
  window.tell = (message) => frame.contentWindow.postMessage(message, "*")
  addEventListener("message", async ({ data, source }) => {
    if (source !== frame.contentWindow) return
    if (data.method === "ui/notifications/size-changed") frame.style.height = data.params.height + "px"
    for (const message of await window.said(data)) window.tell(message)
  })
</script></body></html>`

interface Shown {
  readonly tool: string
  readonly args: Readonly<Record<string, unknown>>
  readonly theme?: "light" | "dark"
  readonly locale?: string
  readonly options?: BrowserContextOptions
  /** Tools that this host answers itself. */
  readonly own?: Readonly<Record<string, object>>
}

interface Message {
  readonly id?: number
  readonly method?: string
  readonly params?: any
}

/** A client that shows the page of a tool in a sandboxed frame and passes its calls on, as MCP Apps says. */
export const showCard = Effect.fnUntraced(function* (
  client: Client,
  { args, locale = "en-GB", options = {}, own = {}, theme = "light", tool }: Shown
) {
  const { errors, page: window } = yield* openPage("http://host.invalid", { colorScheme: theme, ...options })
  const opened: Array<string> = []
  const called: Array<readonly [string, unknown]> = []
  yield* Effect.promise(async () => {
    const { tools } = await client.listTools()
    const { resourceUri } = (tools.find(({ name }) => name === tool)!._meta as any).ui
    const { contents } = await client.readResource({ uri: resourceUri })
    const result = await client.callTool({ name: tool, arguments: args })
    const answer = async ({ method, params }: Message): Promise<object> => {
      if (method === "ui/initialize") {
        const hostContext = { theme, locale, displayMode: "inline" }
        return {
          protocolVersion: params.protocolVersion,
          hostInfo: { name: "host", version: "1" },
          hostCapabilities: { serverTools: {}, openLinks: {} },
          hostContext
        }
      }
      if (method === "tools/call") {
        called.push([params.name, params.arguments])
        return own[params.name] ?? (await client.callTool(params))
      }
      if (method === "ui/open-link") opened.push(params.url)
      return {}
    }
    const said = async (message: Message): Promise<ReadonlyArray<object>> => {
      if (message.method === "ui/notifications/initialized") {
        return [
          { jsonrpc: "2.0", method: "ui/notifications/tool-input", params: { arguments: args } },
          { jsonrpc: "2.0", method: "ui/notifications/tool-result", params: result }
        ]
      }
      if (message.id === undefined) return []
      const { id } = message
      return answer(message).then(
        (result) => [{ jsonrpc: "2.0", id, result }],
        (error: Error) => [{ jsonrpc: "2.0", id, error: { code: -32000, message: error.message } }]
      )
    }
    await window.exposeFunction("said", said)
    await window.setContent(page)
    await window.evaluate(
      (html) => {
        document.querySelector("iframe")!.srcdoc = html
      },
      (contents[0] as { text: string }).text
    )
  })
  const frame = yield* Effect.promise(async () => {
    const handle = await window.waitForSelector("iframe")
    return (await handle.contentFrame()) as Frame
  })
  yield* Effect.addFinalizer(() => Effect.promise(() => window.close()))
  const tell = (method: string, params: object) =>
    window.evaluate((message) => (globalThis as any).tell(message), { jsonrpc: "2.0", method, params })
  return { window, frame, errors, opened, called, tell }
})
