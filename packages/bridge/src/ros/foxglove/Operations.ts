import { Schema } from "effect"

const Id = Schema.Int
const text = Schema.String
const texts = Schema.Array(text)

/** Newest first: servers choose one of these when the socket opens. */
export const subprotocols = ["foxglove.sdk.v1", "foxglove.websocket.v1"] as const

/** A topic with its type and the text that defines it. */
export const Channel = Schema.Struct({
  id: Id,
  topic: text,
  encoding: text,
  schemaName: text,
  schema: text,
  schemaEncoding: Schema.optionalKey(text)
})
export type Channel = typeof Channel.Type

const Definition = Schema.Struct({
  encoding: text,
  schemaName: text,
  schemaEncoding: text,
  schema: text
})

/** Older servers give bare texts (`requestSchema`), newer ones whole definitions (`request`). */
export const Service = Schema.Struct({
  id: Id,
  name: text,
  type: text,
  request: Schema.optionalKey(Definition),
  response: Schema.optionalKey(Definition),
  requestSchema: Schema.optionalKey(text),
  responseSchema: Schema.optionalKey(text)
})
export type Service = typeof Service.Type

export const ServerInfo = Schema.Struct({
  op: Schema.tag("serverInfo"),
  name: text,
  capabilities: texts,
  supportedEncodings: Schema.optionalKey(texts),
  metadata: Schema.optionalKey(Schema.Record(text, text)),
  sessionId: Schema.optionalKey(text)
})

export const GraphUpdate = Schema.Struct({
  op: Schema.tag("connectionGraphUpdate"),
  publishedTopics: Schema.Array(Schema.Struct({ name: text, publisherIds: texts })),
  subscribedTopics: Schema.Array(Schema.Struct({ name: text, subscriberIds: texts })),
  advertisedServices: Schema.Array(Schema.Struct({ name: text, providerIds: texts })),
  removedTopics: texts,
  removedServices: texts
})
export type GraphUpdate = typeof GraphUpdate.Type

/** What a server says as text. Operations that are not listed are ignored by design of the protocol. */
export const ServerOperation = Schema.Union([
  ServerInfo,
  Schema.Struct({ op: Schema.tag("status"), level: Schema.Int, message: text }),
  Schema.Struct({ op: Schema.tag("advertise"), channels: Schema.Array(Channel) }),
  Schema.Struct({ op: Schema.tag("unadvertise"), channelIds: Schema.Array(Id) }),
  Schema.Struct({ op: Schema.tag("advertiseServices"), services: Schema.Array(Service) }),
  Schema.Struct({ op: Schema.tag("unadvertiseServices"), serviceIds: Schema.Array(Id) }),
  Schema.Struct({ op: Schema.tag("serviceCallFailure"), serviceId: Id, callId: Id, message: text }),
  GraphUpdate
]).pipe(Schema.toTaggedUnion("op"))
export type ServerOperation = typeof ServerOperation.Type

/** A topic a client publishes. */
export const ClientChannel = Schema.Struct({ id: Id, topic: text, encoding: text, schemaName: text })
export type ClientChannel = typeof ClientChannel.Type

/** What a client says as text. */
export const ClientOperation = Schema.Union([
  Schema.Struct({
    op: Schema.tag("subscribe"),
    subscriptions: Schema.Array(Schema.Struct({ id: Id, channelId: Id }))
  }),
  Schema.Struct({ op: Schema.tag("unsubscribe"), subscriptionIds: Schema.Array(Id) }),
  Schema.Struct({ op: Schema.tag("advertise"), channels: Schema.Array(ClientChannel) }),
  Schema.Struct({ op: Schema.tag("unadvertise"), channelIds: Schema.Array(Id) }),
  Schema.Struct({ op: Schema.tag("subscribeConnectionGraph") }),
  Schema.Struct({ op: Schema.tag("unsubscribeConnectionGraph") }),
  Schema.Struct({ op: Schema.tag("fetchAsset"), uri: text, requestId: Id })
]).pipe(Schema.toTaggedUnion("op"))
export type ClientOperation = typeof ClientOperation.Type

export const ServerText = Schema.fromJsonString(ServerOperation)
export const ClientText = Schema.fromJsonString(ClientOperation)
