import { makeCodec } from "./Codec.ts"
import { messageText, type ServiceText } from "./Interfaces.ts"

/** A topic of the robot; `latched` ones give their last message to every new subscriber. */
export interface Topic {
  readonly name: string
  readonly type: string
  readonly text: string
  readonly latched: boolean
  readonly last: () => Uint8Array | undefined
  readonly publish: (message: object) => void
  /** Takes a message that another node published. Throws when the bytes do not fit. */
  readonly receive: (payload: Uint8Array) => void
}

export interface ServiceServer {
  readonly name: string
  readonly definition: ServiceText
  /** Answers with the encoded response; a rejection is the failure's message. */
  readonly call: (payload: Uint8Array) => Promise<Uint8Array>
}

/** What the graph knows of an action beside its parts. */
export interface ActionHandle {
  /** Drops every goal without a word, as a server that is killed does. */
  readonly forget: () => void
}

interface TopicOptions {
  readonly text?: string
  readonly latched?: boolean
  readonly onMessage?: (message: unknown) => void
}

/** What a robot offers. A server hands it to its clients. */
export interface RosGraph {
  readonly topics: Map<string, Topic>
  readonly services: Map<string, ServiceServer>
  readonly actions: Map<string, ActionHandle>
  readonly topic: (name: string, type: string, options?: TopicOptions) => Topic
  readonly service: (
    name: string,
    definition: ServiceText,
    answer: (request: unknown) => object | Promise<object>
  ) => void
}

/** An empty graph; every published message goes to `onPublish`, encoded. */
export const makeGraph = (onPublish: (topic: Topic, payload: Uint8Array) => void): RosGraph => {
  const topics = new Map<string, Topic>()
  const services = new Map<string, ServiceServer>()

  const topic: RosGraph["topic"] = (name, type, options = {}) => {
    const text = options.text ?? messageText(type)
    const codec = makeCodec(type, text)
    const latched = options.latched === true
    let last: Uint8Array | undefined
    const created: Topic = {
      name,
      type,
      text,
      latched,
      last: () => last,
      publish: (message) => {
        const payload = codec.write(message)
        if (latched) last = payload
        onPublish(created, payload)
      },
      receive: (payload) => options.onMessage?.(codec.read(payload))
    }
    topics.set(name, created)
    return created
  }

  const service: RosGraph["service"] = (name, definition, answer) => {
    const request = makeCodec(`${definition.type}_Request`, definition.request)
    const response = makeCodec(`${definition.type}_Response`, definition.response)
    const call = async (payload: Uint8Array) => response.write(await answer(request.read(payload)))
    services.set(name, { name, definition, call })
  }

  return { topics, services, actions: new Map(), topic, service }
}
