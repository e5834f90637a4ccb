import { type Schema, SchemaAST } from "effect"
import { type JsonSchema, wireSchema } from "./JsonSchema.ts"
import { describeProperties } from "./propertyText.ts"

const components = "#/components/schemas/"

/** One kind of text frame: what it is for, and the kinds that may answer it. */
export interface Frame {
  readonly summary: string
  readonly replies?: ReadonlyArray<string>
}

/** A union of messages, distinguished by `type`. */
export interface Messages {
  readonly members: ReadonlyArray<Schema.Constraint & { readonly fields: { readonly type: Schema.Constraint } }>
}

/** The frames of one direction, each described by its `type`. */
export interface Direction {
  readonly messages: Messages
  readonly frames: { readonly [type: string]: Frame }
}

/** What a socket protocol's document is made of. The service is the one that receives and sends. */
export interface Protocol {
  readonly title: string
  readonly version: string
  readonly description: string
  readonly channel: string
  readonly address: string
  readonly closeCodes: { readonly [code: number]: string }
  readonly receives: Direction
  readonly sends: Direction
}

/** The parts of an AsyncAPI 3.0 document that its readers here use. */
export interface AsyncApiDocument {
  readonly asyncapi: "3.0.0"
  readonly info: { readonly title: string; readonly version: string; readonly description: string }
  readonly operations: {
    readonly [id: string]: {
      readonly action: "send" | "receive"
      readonly summary: string
      readonly messages: ReadonlyArray<{ readonly $ref: string }>
      readonly reply?: JsonSchema
    }
  }
  readonly components: {
    readonly messages: {
      readonly [key: string]: { readonly name: string; readonly summary: string; readonly payload: JsonSchema }
    }
    readonly schemas: { readonly [name: string]: JsonSchema }
  }
  readonly [key: string]: unknown
}

const typeOf = ({ ast }: Schema.Constraint): string => (SchemaAST.isLiteral(ast) ? String(ast.literal) : "")

const ref = (path: string) => ({ $ref: `#/${path}` })

const closeTable = (codes: Protocol["closeCodes"]): string =>
  ["| Close code | Meaning |", "|-|-|", ...Object.entries(codes).map(([code, text]) => `| ${code} | ${text} |`)].join(
    "\n"
  )

/** The AsyncAPI 3.0 document of a socket protocol, from the schemas of its messages. */
export const asyncApiDocument = (protocol: Protocol): AsyncApiDocument => {
  const { channel } = protocol
  const onChannel = (type: string) => ref(`channels/${channel}/messages/${type}`)
  const schemas: Record<string, JsonSchema> = {}
  const messages: Record<string, { name: string; title: string; summary: string; payload: JsonSchema }> = {}
  const operations: Record<string, AsyncApiDocument["operations"][string]> = {}

  const received = new Set(protocol.receives.messages.members.map((member) => typeOf(member.fields.type)))
  /** A type that goes both ways is two messages: what is asked with it, and what is answered. */
  const sentAs = (type: string) => (received.has(type) ? `${type}_answer` : type)

  const describe = (action: "send" | "receive", direction: Direction) => {
    for (const member of direction.messages.members) {
      const type = typeOf(member.fields.type)
      const frame = direction.frames[type]!
      const { schema, definitions } = describeProperties(wireSchema(member, components)) as ReturnType<
        typeof wireSchema
      >
      Object.assign(schemas, definitions)
      const key = action === "send" ? sentAs(type) : type
      messages[key] = { name: type, title: type, summary: frame.summary, payload: schema }
      operations[`${action}_${type}`] = {
        action,
        channel: ref(`channels/${channel}`),
        summary: frame.summary,
        messages: [onChannel(key)],
        ...(frame.replies === undefined
          ? {}
          : {
              reply: {
                channel: ref(`channels/${channel}`),
                messages: frame.replies.map((reply) => onChannel(action === "receive" ? sentAs(reply) : reply))
              }
            })
      } as AsyncApiDocument["operations"][string]
    }
  }
  describe("receive", protocol.receives)
  describe("send", protocol.sends)

  return {
    asyncapi: "3.0.0",
    info: { title: protocol.title, version: protocol.version, description: protocol.description },
    defaultContentType: "application/json",
    servers: { service: { host: "127.0.0.1:8787", protocol: "ws", description: "The service; `wss` behind TLS." } },
    channels: {
      [channel]: {
        address: protocol.address,
        description: closeTable(protocol.closeCodes),
        messages: Object.fromEntries(Object.keys(messages).map((type) => [type, ref(`components/messages/${type}`)]))
      }
    },
    operations,
    components: { messages, schemas }
  }
}
