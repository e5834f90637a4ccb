import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client"
import { Client as FirstClient } from "@modelcontextprotocol/sdk/client/index.js"
import { StreamableHTTPClientTransport as FirstTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js"

/** What a client keeps between its runs. */
export interface Kept {
  client?: { readonly client_id: string }
  tokens?: { access_token: string; readonly refresh_token?: string | undefined }
  verifier?: string
  discovery?: unknown
  /** Where the client last wanted the browser to go. */
  authorizeUrl?: URL | undefined
}

/** How a client says who it is: by registering itself, or by the address of its metadata document. */
export type Identity = "registration" | "document"

export interface PeerOptions {
  readonly endpoint: string
  readonly redirectUrl: string
  readonly name: string
  /** The address of its metadata document; undefined for one that registers itself. */
  readonly document?: string | undefined
  /** What its person answers whom it asks; undefined for a client that cannot ask. The line 2.x alone. */
  readonly person?: (message: string) => boolean
}

/** One of the official clients, as a program has it that keeps its tokens. */
export interface Peer {
  readonly kept: Kept
  /** Begins a session; fails where a person has to let the client in first. */
  readonly connect: () => Promise<void>
  /** Takes what the browser came back with. */
  readonly finish: (back: URL) => Promise<void>
  readonly tools: () => Promise<ReadonlyArray<string>>
  readonly call: (
    name: string,
    args?: Record<string, unknown>,
    onprogress?: (told: { readonly progress: number; readonly message?: string | undefined }) => void
  ) => Promise<unknown>
  readonly revision: () => string | undefined
  readonly close: () => Promise<void>
}

export const metadataOf = ({ name, redirectUrl }: Pick<PeerOptions, "name" | "redirectUrl">) => ({
  client_name: name,
  redirect_uris: [redirectUrl],
  grant_types: ["authorization_code", "refresh_token"],
  response_types: ["code"],
  token_endpoint_auth_method: "none"
})

const storeOf = (kept: Kept, options: PeerOptions) => ({
  get redirectUrl() {
    return options.redirectUrl
  },
  get clientMetadata() {
    return metadataOf(options)
  },
  ...(options.document === undefined ? {} : { clientMetadataUrl: options.document }),
  state: () => "a state of the client",
  clientInformation: () => kept.client,
  saveClientInformation: (client: { readonly client_id: string }) => void (kept.client = client),
  tokens: () => kept.tokens as never,
  saveTokens: (tokens: NonNullable<Kept["tokens"]>) => void (kept.tokens = tokens),
  redirectToAuthorization: (url: URL) => void (kept.authorizeUrl = url),
  saveCodeVerifier: (verifier: string) => void (kept.verifier = verifier),
  codeVerifier: () => kept.verifier!,
  saveDiscoveryState: (state: unknown) => void (kept.discovery = state),
  discoveryState: () => kept.discovery as never,
  invalidateCredentials: (scope: string) => {
    if (scope === "all" || scope === "tokens") delete kept.tokens
    if (scope === "all" || scope === "client") delete kept.client
    if (scope === "all" || scope === "discovery") delete kept.discovery
  }
})

const resultOf = (result: object) => ("structuredContent" in result ? result.structuredContent : undefined)

/** The client of the line 2.x. */
export const secondLine = (options: PeerOptions): Peer => {
  const kept: Kept = {}
  const transportOf = () =>
    new StreamableHTTPClientTransport(new URL(options.endpoint), { authProvider: storeOf(kept, options) })
  const { person } = options
  const clientOf = () => {
    const capabilities = person === undefined ? {} : { elicitation: { form: {} } }
    const made = new Client(
      { name: options.name, version: "1" },
      { capabilities, versionNegotiation: { mode: "auto" } }
    )
    if (person === undefined) return made
    made.setRequestHandler("elicitation/create", async ({ params }) =>
      person(params.message) ? { action: "accept", content: { allow: true } } : { action: "decline" }
    )
    return made
  }
  let transport = transportOf()
  let client = clientOf()
  return {
    kept,
    connect: async () => {
      transport = transportOf()
      client = clientOf()
      await client.connect(transport)
    },
    finish: (back) => transport.finishAuth(back.searchParams),
    tools: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: async (name, args = {}, onprogress) =>
      resultOf(await client.callTool({ name, arguments: args }, onprogress === undefined ? {} : { onprogress })),
    revision: () => client.getNegotiatedProtocolVersion(),
    close: () => client.close()
  }
}

/** The client of the line 1.x. */
export const firstLine = (options: PeerOptions): Peer => {
  const kept: Kept = {}
  const transportOf = () => new FirstTransport(new URL(options.endpoint), { authProvider: storeOf(kept, options) })
  const clientOf = () => new FirstClient({ name: options.name, version: "1" })
  let transport = transportOf()
  let client = clientOf()
  return {
    kept,
    connect: async () => {
      transport = transportOf()
      client = clientOf()
      await client.connect(transport as Parameters<FirstClient["connect"]>[0])
    },
    finish: (back) => transport.finishAuth(back.searchParams.get("code")!),
    tools: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: async (name, args = {}) => resultOf(await client.callTool({ name, arguments: args })),
    revision: () => transport.protocolVersion,
    close: () => client.close()
  }
}

export const lines = { "1.x": firstLine, "2.x": secondLine } as const
